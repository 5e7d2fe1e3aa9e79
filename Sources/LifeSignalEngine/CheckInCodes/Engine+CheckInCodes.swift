import Foundation
public import LifeSignalModel

/// Codes on paper that are typed.
extension Engine {
  /// Checks in the owner of this code, no matter who types it; no session is needed.
  ///
  /// A text that is no code costs no look-up; a code that is not ours counts against the network it
  /// was typed in.
  /// - Parameters:
  ///   - typed: as it was typed.
  ///   - network: names where it was typed, for the limit on guesses.
  /// - Throws: ``Refusal/checkInCodeRefused``, ``Refusal/tooManyRequests(retryAfter:)``.
  @discardableResult
  public func useCheckInCode(
    _ typed: String, from network: String
  ) async throws -> CheckInRecord {
    guard let code = CheckInCodeText(reading: typed) else { throw Refusal.checkInCodeRefused }
    let guess: GuessLimits.Try
    switch guesses.take(network, at: clock.now) {
    case .wait(let seconds): throw Refusal.tooManyRequests(retryAfter: seconds)
    case .one(let made): guess = made
    }
    do {
      let record = try await perform(UseCheckInCode(code: code), by: Bearer(.visitor))
      guesses.giveBack(guess)
      return record
    } catch Refusal.checkInCodeRefused {
      throw Refusal.checkInCodeRefused
    } catch {
      // A ledger that failed is no evidence against the code.
      guesses.giveBack(guess)
      throw error
    }
  }
}
