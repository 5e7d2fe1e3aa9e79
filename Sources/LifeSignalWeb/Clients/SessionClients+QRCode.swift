import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  /// Pictures are drawn and read here. The camera, the photos and the sharing are the browser's:
  /// its page acts by itself and tells by the scanner's actions.
  var qrCode: QRCodeClient {
    QRCodeClient(
      generateQRCode: { code in
        guard let picture = QRCodePicture.of(code) else {
          throw QRCodeError.validationError("This is not a code.")
        }
        return picture.image
      },
      parseQRCode: { text in
        guard let code = QRCodeID(scanned: text) else {
          throw QRCodeError.validationError("This is not a LifeSignal code.")
        }
        return code
      },
      scanQRCode: { image in
        guard image.mimeType == GreyFrame.mimeType, let frame = GreyFrame(image.bytes) else {
          return nil
        }
        return QRCodeReader.text(in: frame)
      },
      initializeCamera: {
        // The page's own word comes as an action; until then, and when called off, there is none.
        let (waiting, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in waiting {}
        end.finish()
        return false
      },
      startScanning: {},
      stopScanning: {},
      toggleTorch: { _ in },
      scannedCodes: { .finished },
      loadRecentPhotos: { _ in [] },
      loadThumbnail: { _ in nil },
      loadFullSizeImage: { _ in nil },
      shareQRCode: { _ in })
  }
}
