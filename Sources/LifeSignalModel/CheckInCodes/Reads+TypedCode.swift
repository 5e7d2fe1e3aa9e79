extension Reads {
  /// Nil for a text that is no code of this server.
  public func typedCodeFacts(
    _ text: CheckInCodeText, at moment: Moment
  ) throws -> TypedCodeFacts? {
    guard let code = try checkInCode(hash: moment.secrets.hash(text)),
      let sheet = try checkInSheet(code.sheet)
    else { return nil }
    var facts = TypedCodeFacts(
      code: code, isVoid: sheet.voidAt != nil, left: try unusedCheckInCodes(of: sheet.id),
      checkIn: try signOfLifeFacts(of: code.person))
    facts.checkIn.repeated = try checkIn(of: code.person, clientKey: code.clientKey)
    return facts
  }
}
