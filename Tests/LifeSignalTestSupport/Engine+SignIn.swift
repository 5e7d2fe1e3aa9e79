public import LifeSignalEngine
public import LifeSignalModel

extension Engine {
  /// A visitor requests a code to an American number.
  @discardableResult
  public func requestCode(
    to number: String, from network: String = "n"
  ) async throws -> OneTimeCode.ID {
    try await perform(
      RequestCode(phoneNumber: number, region: .unitedStates),
      by: Visitor(from: Origin(network: network))
    ).verificationID
  }

  /// A visitor types it.
  @discardableResult
  public func verify(
    _ code: String, of id: OneTimeCode.ID, label: String = "Browser"
  ) async throws -> SignIn {
    try await perform(
      VerifyCode(code: code, verificationID: id),
      by: Visitor(from: Origin(network: "n", label: label)))
  }
}
