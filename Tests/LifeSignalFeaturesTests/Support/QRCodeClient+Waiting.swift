import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension QRCodeClient {
  /// As in a browser: the page opens the camera by itself and tells of it; codes are parsed.
  static var browser: QRCodeClient {
    QRCodeClient(
      generateQRCode: { Sample.picture(of: $0) },
      parseQRCode: { text in
        guard let code = QRCodeID(scanned: text) else { throw QRCodeError.validationError("") }
        return code
      })
  }
}

extension Sample {
  static func picture(of code: QRCodeID) -> ImageData {
    ImageData(bytes: .init(code.rawValue.utf8), mimeType: "image/svg+xml")
  }
}
