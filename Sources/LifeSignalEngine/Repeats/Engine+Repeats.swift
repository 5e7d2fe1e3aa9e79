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
  ///   - work: returns the sealed answer. Its errors are not stored: the key stays free.
  /// - Throws: the errors of `work` and of ``RepeatRules/judge(_:content:at:)``.
  public func once(
    _ name: Data, content: Data, by person: Person.ID,
    _ work: @Sendable () async throws -> Data
  ) async throws -> Data {
    let request = KeptRequest(person: person, name: name, content: content, startedAt: clock.now)
    let step = try await ledger.write { tx in
      let known = try tx.request(name, of: person)
      let step = try RepeatRules.judge(known, content: content, at: request.startedAt)
      if step == .begin { _ = try tx.insert(request) }
      return step
    }
    if case .answer(let answer) = step { return answer }
    do {
      let answer = try await Self.$request.withValue(request) { try await work() }
      do {
        try await ledger.write { _ = try $0.keep(answer, of: request) }
      } catch {
        // It is done, and answered now; only a repeat would learn that the answer is lost.
        logger.warning("answer not kept", metadata: ["error": "\(error)"])
      }
      return answer
    } catch {
      // If it was done even so, the row shows that and stays.
      try? await ledger.write { _ = try $0.forget(request) }
      throw error
    }
  }
}
