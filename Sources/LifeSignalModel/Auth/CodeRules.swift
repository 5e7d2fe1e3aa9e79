/// Rules that apply to every use of a one-time code, whatever its purpose.
enum CodeRules {
  /// Spends one try of a code that was requested for this purpose.
  ///
  /// The decision counts the try; with a wrong code it carries the refusal, with the right one it
  /// uses the code up. A code for another purpose counts as unknown.
  static func spend(
    _ code: OneTimeCode?, for purpose: OneTimeCode.Purpose, isRight: Bool, moment: Moment
  ) throws(Refusal) -> (code: OneTimeCode, decision: Decision) {
    guard let code, code.purpose == purpose else { throw .codeExpired }
    guard code.usedAt == nil else { throw .codeUsed }
    guard code.expiresAt > moment.now else { throw .codeExpired }
    guard code.attempts < moment.authLimits.tries else { throw .tooManyTries }
    var decision = Decision(mutations: [.countAttempt(code.id, from: code.attempts)])
    if isRight {
      decision.mutations.append(.useCode(code.id, at: moment.now))
    } else {
      decision.refusal = .codeWrong(triesLeft: moment.authLimits.tries - code.attempts - 1)
    }
    return (code, decision)
  }
}
