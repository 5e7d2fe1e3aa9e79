import Foundation
import LifeSignalModel
import Testing

@Suite struct PremiseTests {
  private func premises(_ decision: Decision) -> [Delivery.Premise?] {
    decision.deliveries.map(\.premise)
  }

  private func fire(at seconds: TimeInterval, _ courtesy: Courtesy = Courtesy()) throws -> Decision
  {
    let facts = Cast.facts { $0.responders = [Cast.theo] }
    return DeadlineRules.fire(
      facts.watch, facts, courtesy: courtesy, moment: Cast.moment(seconds))
  }

  @Test func `a request for a check-in is owed until there is one`() throws {
    #expect(premises(try fire(at: 79_200)) == [.deadline(gen: 1)])
    #expect(premises(try fire(at: 86_400)) == [.deadline(gen: 1)])
    let outage = DateInterval(start: Cast.start + 86_000, end: Cast.start + 90_000)
    #expect(premises(try fire(at: 90_001, Courtesy(outage: outage))) == [.deadline(gen: 1)])
  }

  @Test func `an alert is owed to current responders`() throws {
    #expect(premises(try fire(at: 87_000)) == [nil, .call("1", "100")])
    let alert = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [Cast.theo]), moment: Cast.moment())
    #expect(premises(alert.decision) == [.call("1", "100")])
  }

  @Test func `an all-clear is owed while nothing contradicts it`() throws {
    let alert = Alert(id: "7", person: "1", kind: .manual, startedAt: Cast.start)
    let facts = AlertFacts(me: Cast.mara, open: alert, last: alert, responders: [Cast.theo])
    let decision = try AlertRules.end(facts, moment: Cast.moment(60))
    #expect(premises(decision.decision) == [.allClear("1")])
  }

  @Test func `a ping is owed while it waits`() throws {
    let (mine, theirs) = Cast.relation(
      Cast.theo, Cast.mara, isResponder: false, isDependent: true)
    let pair = PingPair(
      sender: Cast.theo, recipient: Cast.mara, relation: mine, mirror: theirs)
    let decision = try PingRules.ping(pair, moment: Cast.moment())
    let id = try #require(decision.answer?.id)
    #expect(premises(decision.decision) == [.pendingPing(id)])
  }
}
