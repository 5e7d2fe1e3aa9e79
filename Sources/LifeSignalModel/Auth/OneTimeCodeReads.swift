public import Foundation

extension OneTimeCode {
  public static let lists = [recent]
  static let recent = Rows<OneTimeCode>(
    .equal("phone_number"), .atLeast("created_at"), order: .falling("created_at"), .falling("id"))
}

extension RecordReads {
  public func oneTimeCode(_ id: OneTimeCode.ID) throws -> OneTimeCode? { try find(id) }

  /// Codes requested for this number at or after `since`, newest first.
  public func oneTimeCodes(phoneNumber: String, since: Date) throws -> [OneTimeCode] {
    try list(OneTimeCode.recent, .text(phoneNumber), .date(since))
  }

  /// The codes requested for this address within a day, newest first.
  func recentCodes(to address: String, at moment: Moment) throws -> [OneTimeCode] {
    try oneTimeCodes(phoneNumber: address, since: moment.now - AuthLimits.day)
  }

  /// The stored code, and whether the typed text matches it.
  func compare(
    _ typed: String, with id: OneTimeCode.ID, at moment: Moment
  ) throws -> (code: OneTimeCode?, isRight: Bool) {
    let secret = typed.filter { $0.isASCII && $0.isNumber }
    let code = try oneTimeCode(id)
    let hash = moment.secrets.hash(code: secret, of: id, phoneNumber: code?.phoneNumber ?? "")
    return (code, moment.secrets.areEqual(hash, code?.hash ?? Data()))
  }
}
