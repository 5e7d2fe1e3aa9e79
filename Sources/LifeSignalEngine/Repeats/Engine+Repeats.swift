public import Foundation
public import LifeSignalModel
import Logging

extension Engine {
  /// The request everything that is now committed belongs to.
  @TaskLocal static var request: KeptRequest?

  /// Does what a request asks for once, however often it is sent.
  ///
  /// What `work` commits and the note that it is done are one transaction, so a server that ends at
  /// any moment leaves either both or neither. The answer is stored after that: where it is missing, a
  /// repeat is told so and nothing is done again.
  ///
  /// - Parameters:
  ///   - name: SHA-256 of what it was made with and of its key.
  ///   - content: SHA-256 of what was sent.
  ///   - work: gives the answer, sealed. What it throws is not kept: the key stays free.
  /// - Throws: what `work` throws, and what ``RepeatRules/judge(_:content:at:)`` does.
  public func once(
    _ name: Data, content: Data, by person: Person.ID,
    _ work: @Sendable () async throws -> Data
  ) async throws -> Data {
    let request = KeptRequest(person: person, name: name, content: content, startedAt: clock.now)
    let step = try await ledger.write { tx in
      let known = try tx.request(name, of: person)
      let step = try RepeatRules.judge(known, content: content, at: request.startedAt)
      if step == .begin { try tx.begin(request) }
      return step
    }
    if case .answer(let answer) = step { return answer }
    do {
      let answer = try await Self.$request.withValue(request) { try await work() }
      do {
        try await ledger.write { _ = try $0.keep(answer, of: request) }
      } catch {
        // It is done, and answered now; only a repeat would have to be told that the answer is lost.
        logger.warning("answer not kept", metadata: ["error": "\(error)"])
      }
      return answer
    } catch {
      // Where it was done all the same, the row says so and stays.
      try? await ledger.write { _ = try $0.forget(request) }
      throw error
    }
  }
}
