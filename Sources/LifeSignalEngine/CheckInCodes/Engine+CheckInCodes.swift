import Foundation
import LifeSignalModel

/// Codes on paper: making them, typing one, and how the watch settles them.
extension Engine {
  /// A text that is no code costs no look-up; a code that is not ours counts against the network it
  /// was typed in.
  ///
  /// The transaction is the same for every code: only the watch reads which group a code belongs
  /// to, and only after this transaction has been committed.
  /// - Throws: ``Refusal/checkInCodeRefused``, ``Refusal/tooManyRequests(retryAfter:)``.
  func useCheckInCode(_ typed: String, network: String) async throws -> Outcome {
    guard let code = CheckInCodeText(reading: typed) else { throw Refusal.checkInCodeRefused }
    let made: GuessLimits.Try
    switch guesses.take(network, at: clock.now) {
    case .wait(let seconds): throw Refusal.tooManyRequests(retryAfter: seconds)
    case .one(let one): made = one
    }
    do {
      let outcome = try await commit { tx, moment in
        try CheckInCodeRules.use(tx.typedCodeFacts(code, at: moment), moment: moment)
      }
      guesses.giveBack(made)
      return outcome
    } catch Refusal.checkInCodeRefused {
      throw Refusal.checkInCodeRefused
    } catch {
      // A ledger that failed is no evidence against the code.
      guesses.giveBack(made)
      throw error
    }
  }
}
