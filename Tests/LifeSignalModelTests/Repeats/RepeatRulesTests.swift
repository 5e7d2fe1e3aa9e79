import Foundation
import LifeSignalModel
import Testing

@Suite struct RepeatRulesTests {
  private let start = Date(timeIntervalSince1970: 1_767_600_000)

  private func known(done: Bool = false, answer: Data? = nil) -> KeptRequest {
    KeptRequest(
      person: "1", name: Data([1]), content: Data([2]), startedAt: start,
      doneAt: done ? start : nil, answer: answer)
  }

  private func judge(
    _ known: KeptRequest?, content: Data = Data([2]), after seconds: TimeInterval
  ) throws(Refusal) -> RepeatRules.Step {
    try RepeatRules.judge(known, content: content, at: start + seconds)
  }

  @Test func `a new request begins`() throws {
    #expect(try judge(nil, after: 0) == .begin)
  }

  @Test func `a repeat gets the same answer`() throws {
    #expect(try judge(known(done: true, answer: Data([9])), after: 1) == .answer(Data([9])))
  }

  @Test func `an answer that cannot be read is lost, and nothing is done again`() {
    #expect(throws: Refusal.answerLost) { try judge(known(done: true, answer: Data()), after: 1) }
  }

  @Test func `something else under the same key is refused`() {
    #expect(throws: Refusal.keyUsedBefore) {
      try judge(known(done: true, answer: Data([9])), content: Data([3]), after: 1)
    }
  }

  @Test func `a request that is being answered must be sent again in a moment`() {
    #expect(throws: Refusal.keyInUse(retryAfter: 1)) { try judge(known(), after: 59) }
    #expect(throws: Refusal.keyInUse(retryAfter: 1)) { try judge(known(done: true), after: 59) }
  }

  @Test func `an attempt that came to nothing gives its place away`() throws {
    #expect(try judge(known(), after: 60) == .begin)
  }

  @Test func `a completed request is not done again, even when its answer is lost`() {
    #expect(throws: Refusal.answerLost) { try judge(known(done: true), after: 60) }
  }

  @Test func `a key is free again after a day`() throws {
    #expect(
      try judge(known(done: true, answer: Data([9])), content: Data([3]), after: 86_400) == .begin)
  }
}
