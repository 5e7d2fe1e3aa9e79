import Foundation
import LifeSignalModel
import Testing

@Suite struct `Requests that come again and again` {
  private let day: TimeInterval = 86_400

  private func history(_ refusals: Int, blocked: Bool = false) -> RequestHistory {
    RequestHistory(
      owner: "1", asker: "2", refusals: refusals, refusedAt: Cast.start,
      blockedAt: blocked ? Cast.start : nil)
  }

  /// Theo's view of Mara.
  private func facts(_ status: RelationStatus? = nil) -> RelationFacts {
    var facts = RelationFacts(me: Cast.theo, other: Cast.mara)
    if let status {
      let both = Cast.relation(
        Cast.theo, Cast.mara, isResponder: false, isDependent: true, status: status)
      (facts.relation, facts.mirror) = (both.mine, both.theirs)
    }
    return facts
  }

  private func kept(_ decision: Decision) -> RequestHistory? {
    decision.mutations.lazy.compactMap {
      if case .keepRequestHistory(let history) = $0 { history } else { nil }
    }.first
  }

  private func ask(_ history: RequestHistory, after seconds: TimeInterval) throws {
    var facts = facts()
    facts.theirs = history
    _ = try RelationRules.request(
      facts, isResponder: false, isDependent: true, moment: Cast.moment(seconds))
  }

  @Test func `after the second the asker waits 30 days`() throws {
    try ask(history(1), after: 1)
    for seconds in [0, 1, 30 * day - 1] {
      #expect(throws: Refusal.requestNotPossible) { try ask(history(2), after: seconds) }
    }
    try ask(history(2), after: 30 * day)
    try ask(history(3), after: 30 * day)
    // From before the clock was set back.
    try ask(history(2), after: -61)
  }

  @Test func `a block never ends by itself, and looks like a pause`() {
    for seconds in [1, 3_650 * day] {
      #expect(throws: Refusal.requestNotPossible) {
        try ask(history(0, blocked: true), after: seconds)
      }
    }
  }

  @Test func `declining counts, wherever it is done`() throws {
    var asked = facts(.requestedByThem)
    let first = try RelationRules.decline(asked, moment: Cast.moment(5))
    let expected = RequestHistory(
      owner: "2", asker: "1", refusals: 1, refusedAt: Cast.start + 5)
    #expect(kept(first) == expected)
    #expect(kept(RelationRules.end(asked, moment: Cast.moment(5))) == expected)
    asked.mine = expected
    #expect(try kept(RelationRules.decline(asked, moment: Cast.moment(9)))?.refusals == 2)
  }

  @Test func `withdrawing counts for the one who asked`() {
    let decision = RelationRules.end(facts(.requestedByMe), moment: Cast.moment(5))
    #expect(
      kept(decision)
        == RequestHistory(owner: "1", asker: "2", refusals: 1, refusedAt: Cast.start + 5))
    #expect(kept(RelationRules.end(facts(.accepted), moment: Cast.moment(5))) == nil)
  }

  @Test func `a request within a relation counts and pauses too`() throws {
    var asked = facts(.accepted)
    asked.relation?.responderRequest = .requestedByThem
    asked.mirror?.responderRequest = .requestedByMe
    #expect(try kept(RelationRules.decline(asked, moment: Cast.moment(5)))?.refusals == 1)
    #expect(try kept(RequestRules.block(asked, moment: Cast.moment(5)))?.blockedAt != nil)
    var asking = facts(.accepted)
    asking.theirs = history(2)
    #expect(throws: Refusal.requestNotPossible) {
      try RoleRules.update(asking, isResponder: true, isDependent: true, moment: Cast.moment(5))
    }
  }

  @Test func `blocking declines and is undone by allowing, asking or accepting`() throws {
    var asked = facts(.requestedByThem)
    let decision = try RequestRules.block(asked, moment: Cast.moment(5))
    #expect(decision.mutations.contains(.deleteRelation("2", "1")))
    #expect(kept(decision)?.blockedAt == Cast.start + 5)
    let forgotten = Mutation.forgetRequestHistory(owner: "2", asker: "1")
    #expect(RequestRules.allow("1", of: "2").mutations == [forgotten])
    asked.mine = kept(decision)
    #expect(try RelationRules.accept(asked, moment: Cast.moment(9)).mutations.contains(forgotten))
    var asking = facts()
    asking.mine = kept(decision)
    let request = try RelationRules.request(
      asking, isResponder: true, isDependent: false, moment: Cast.moment(9))
    #expect(request.mutations.contains(forgotten))
  }

  @Test func `only a person who was asked can block`() throws {
    for status in [RelationStatus.accepted, .requestedByMe] {
      #expect(throws: Refusal.notYoursToAccept) {
        try RequestRules.block(facts(status), moment: Cast.moment(5))
      }
    }
    #expect(throws: Refusal.contactNotFound) {
      try RequestRules.block(facts(), moment: Cast.moment(5))
    }
    // They have withdrawn it while the page was open.
    var withdrawn = facts()
    withdrawn.mine = history(1)
    #expect(try kept(RequestRules.block(withdrawn, moment: Cast.moment(5)))?.blockedAt != nil)
  }
}
