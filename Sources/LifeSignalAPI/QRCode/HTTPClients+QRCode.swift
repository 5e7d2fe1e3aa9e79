public import LifeSignalFeatures

extension HTTPClients {
  /// Pictures of codes come from the server; reading a text is done here.
  public var qrCode: QRCodeClient {
    QRCodeClient { code in
      try await connection.call(APITable.generateQRCode, QRCodeReference(qrCode: code))
    }
  }
}
