public import LifeSignalModel

// Requests that are not values of the model.

public struct VerifyCodeRequest: Codable, Equatable, Sendable {
  public var code: String
  public var verificationID: String
  /// The name by which the person will recognize the session; if empty, the client program's name
  /// is used.
  public var label: String?
}

public struct QRCodeReference: Codable, Equatable, Sendable {
  public var qrCode: QRCodeID
}
