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
      let outcome = try await commit { [self] tx, moment in
        try CheckInCodeRules.use(typedCodeFacts(code, in: tx), moment: moment)
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

  /// The decision for a text that is a valid code; nil for every other text.
  func decide(
    codeIn reply: Reply, _ takes: ReplyTakes, by actor: Actor, in tx: any LedgerTransaction,
    at moment: Moment
  ) throws -> Decision? {
    guard ReplyWord(reading: reply.text) == nil, let code = CheckInCodeText(reading: reply.text)
    else { return nil }
    guard takes.mayGuess({ guesses.take(Self.network(of: reply), at: moment.now) }) else {
      return nil
    }
    do {
      let decision = try ReplyRules.receive(
        reply, with: typedCodeFacts(code, in: tx), isRepeated: tx.hasReply(reply.id), by: actor,
        moment: moment)
      takes.wasRight()
      return decision
    } catch Refusal.checkInCodeRefused {
      return nil
    }
  }

  private static func network(of reply: Reply) -> String { "sms:\(reply.from)" }

  private func typedCodeFacts(
    _ text: CheckInCodeText, in tx: any LedgerSnapshot
  ) throws -> TypedCodeFacts? {
    let hash = CredentialHash.checkInCode(text, key: configuration.checkInCodeKey)
    guard let code = try tx.checkInCode(hash: hash), let sheet = try tx.checkInSheet(code.sheet)
    else { return nil }
    var facts = TypedCodeFacts(
      code: code, isVoid: sheet.voidAt != nil, left: try tx.unusedCheckInCodes(of: sheet.id),
      checkIn: try tx.signOfLifeFacts(of: code.person))
    facts.checkIn.repeated = try tx.checkIn(of: code.person, clientKey: code.clientKey)
    return facts
  }

  func settlingFacts(
    of id: CheckInCode.ID, in tx: any LedgerSnapshot
  ) throws -> SettlingFacts? {
    guard let code = try tx.checkInCode(id), let sheet = try tx.checkInSheet(code.sheet) else {
      return nil
    }
    let open = try tx.openAlert(of: code.person, kind: .duress)
    return SettlingFacts(
      code: code, sheet: sheet, me: try tx.recipient(code.person), open: open,
      calling: try open.flatMap { try tx.readableEscalation($0.id) },
      known: try open.flatMap { alert in try tx.reading { try tx.audience(of: alert) } } ?? [],
      responders: try tx.responders(of: code.person))
  }
}
