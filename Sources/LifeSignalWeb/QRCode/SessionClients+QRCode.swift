import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages

extension SessionClients {
  /// Draws codes and reads texts here. The camera, the photos and the sharing are the browser's:
  /// its page acts by itself and reports with the scanner's actions.
  var qrCode: QRCodeClient {
    QRCodeClient { [session] code in
      guard let picture = QRCodePicture.of(code, at: session.address) else {
        throw QRCodeError.validationError("This is not a code.")
      }
      return picture.image
    }
  }
}
