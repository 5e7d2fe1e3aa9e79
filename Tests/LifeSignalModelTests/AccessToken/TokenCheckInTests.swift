import Foundation
import LifeSignalModel
import Testing

@Suite struct `A check-in by a program` {
  private func facts(missed: Bool) -> CheckInFacts {
    CheckInFacts(me: Cast.mara, watch: missed ? Cast.missedWatch() : Cast.watch())
  }

  private func source(_ decision: Decision) -> CheckInSource? {
    decision.mutations.lazy.compactMap {
      if case .insertCheckIn(let checkIn) = $0 { checkIn.source } else { nil }
    }.first
  }

  @Test func `restarts the countdown as an automatic one`() throws {
    let decision = try CheckInRules.checkIn(
      facts(missed: false), clientKey: nil, at: nil, with: [.checkIn], moment: Cast.moment(60))
    #expect(source(decision.decision) == .automatic)
  }

  @Test func `ends no alert unless its token may`() throws {
    let facts = facts(missed: true)
    let late = Cast.moment(90_000)
    #expect(throws: Refusal.insufficientScope(needed: .alert)) {
      try CheckInRules.checkIn(
        facts, clientKey: "k", at: nil, with: [.checkIn, .read], moment: late)
    }
    let allowed = try CheckInRules.checkIn(
      facts, clientKey: "k", at: nil, with: [.checkIn, .alert], moment: late)
    #expect(source(allowed.decision) == .automatic)
  }

  @Test func `a repeat is answered as before, whatever has happened meanwhile`() throws {
    var facts = facts(missed: true)
    facts.repeated = CheckIn(
      id: "7", person: "1", at: Cast.start, recordedAt: Cast.start, source: .automatic,
      clientKey: "k")
    let decision = try CheckInRules.checkIn(
      facts, clientKey: "k", at: nil, with: [.checkIn], moment: Cast.moment(90_000))
    #expect(decision.mutations.isEmpty)
  }
}
