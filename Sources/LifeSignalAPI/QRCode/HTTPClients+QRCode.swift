public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  /// Pictures of codes come from the server; reading a text is done here.
  public var qrCode: QRCodeClient {
    QRCodeClient(
      generateQRCode: { code in
        try await connection.call(APITable.generateQRCode, QRCodeReference(qrCode: code))
      },
      parseQRCode: { text in
        guard let code = QRCodeID(scanned: text) else {
          throw QRCodeError.validationError("This is not a LifeSignal code.")
        }
        return code
      })
  }
}
