public import Foundation
public import LifeSignalModel
import Logging

extension Engine {
  /// The request to which everything that is now committed belongs.
  @TaskLocal static var request: KeptRequest?

  /// Carries out a request once, however often it is sent.
  ///
  /// The changes of `work` and the note that it is done are one transaction, so a server that ends
  /// at any moment leaves either both or neither. The answer is stored after that: if it is
  /// missing, a repeat gets ``Refusal/answerLost`` and nothing is done again.
  ///
  /// - Parameters:
  ///   - name: SHA-256 of the caller's credential and the key.
  ///   - content: SHA-256 of the request's content.
  ///   - open: opens a sealed answer. A stored one that it cannot open is damaged, and lost.
  ///   - work: returns the sealed answer. Its errors are not stored: the key stays free.
  /// - Throws: the errors of `work` and of ``RepeatRules/judge(_:content:at:)``.
  public func once<Answer: Sendable>(
    _ name: Data, content: Data, by person: Person.ID, open: @Sendable (Data) throws -> Answer,
    _ work: @Sendable () async throws -> Data
  ) async throws -> Answer {
    let request = KeptRequest(person: person, name: name, content: content, startedAt: clock.now)
    let step = try await ledger.write { tx in
      let known = try tx.request(name, of: person)
      let step = try RepeatRules.judge(known, content: content, at: request.startedAt)
      if step == .begin { _ = try tx.insert(request) }
      return step
    }
    if case .answer(let sealed) = step {
      guard let answer = try? open(sealed) else {
        damage.answerLost(name, at: clock.now)
        logger.error("a stored answer is damaged", metadata: ["column": "requests.answer"])
        throw Refusal.answerLost
      }
      return answer
    }
    do {
      let answer = try await Self.$request.withValue(request) { try await work() }
      do {
        try await ledger.write { _ = try $0.keep(answer, of: request) }
      } catch {
        // It is done, and answered now; only a repeat would learn that the answer is lost.
        logger.warning("answer not kept", metadata: ["error": "\(error)"])
      }
      return try open(answer)
    } catch {
      // If it was done even so, the row shows that and stays.
      try? await ledger.write { _ = try $0.forget(request) }
      throw error
    }
  }
}
