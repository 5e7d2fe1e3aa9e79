public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  /// Pictures of codes come from the server; reading a text is done here; the camera, the photos
  /// and the sharing are the device's.
  public var qrCode: QRCodeClient {
    var client = device.camera
    client.generateQRCode = { code in
      try await connection.call(APITable.generateQRCode, QRCodeReference(qrCode: code))
    }
    client.parseQRCode = { text in
      guard let code = QRCodeID(scanned: text) else {
        throw QRCodeError.validationError("This is not a LifeSignal code.")
      }
      return code
    }
    return client
  }
}

extension QRCodeClient {
  /// No camera, no photos, nobody to share with.
  static let none = QRCodeClient(
    generateQRCode: { _ in throw QRCodeError.unknownError("") },
    parseQRCode: { _ in throw QRCodeError.unknownError("") },
    scanQRCode: { _ in nil }, initializeCamera: { false }, startScanning: {}, stopScanning: {},
    toggleTorch: { _ in }, scannedCodes: { .finished }, loadRecentPhotos: { _ in [] },
    loadThumbnail: { _ in nil }, loadFullSizeImage: { _ in nil }, shareQRCode: { _ in })
}
