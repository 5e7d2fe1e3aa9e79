import Foundation
import LifeSignalModel
import Testing

@Suite struct RelationRulesTests {
  private func facts(
    _ status: RelationStatus? = nil, other: Recipient? = Cast.mara, pings: [Ping] = []
  ) -> RelationFacts {
    var facts = RelationFacts(me: Cast.theo, other: other, pings: pings)
    if let status {
      let both = Cast.relation(
        Cast.theo, Cast.mara, isResponder: false, isDependent: true, status: status)
      (facts.relation, facts.mirror) = (both.mine, both.theirs)
    }
    return facts
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func `a request stores both sides with mirrored roles`(
    isResponder: Bool, isDependent: Bool
  ) throws {
    let decision = try RelationRules.request(
      facts(), isResponder: isResponder, isDependent: isDependent, moment: Cast.moment())
    guard case .insertRelation(let mine, let theirs) = decision.mutations.first else {
      Issue.record("no relation is stored")
      return
    }
    #expect((mine.owner, mine.peer) == ("2", "1"))
    #expect((theirs.owner, theirs.peer) == ("1", "2"))
    #expect((mine.isResponder, mine.isDependent) == (isResponder, isDependent))
    #expect((theirs.isResponder, theirs.isDependent) == (isDependent, isResponder))
    #expect((mine.status, theirs.status) == (.requestedByMe, .requestedByThem))
    #expect(decision.answer?.id == "1" && decision.answer?.relation == .requestedByMe)
    #expect(decision.demands.isEmpty)
  }

  @Test(arguments: [199, 200])
  func `a person has at most 200 responders, however a responder is added`(count: Int) throws {
    var full = facts()
    full.theirResponders = count
    var asked = facts(.requestedByThem)
    asked.theirResponders = count
    var granted = facts(.accepted)
    granted.myResponders = count
    let attempts: [() throws -> Decision] = [
      {
        try RelationRules.request(
          full, isResponder: false, isDependent: true, moment: Cast.moment()
        ).decision
      },
      { try RelationRules.accept(asked, moment: Cast.moment()) },
      {
        try RoleRules.update(granted, isResponder: true, isDependent: true, moment: Cast.moment())
      },
    ]
    for attempt in attempts {
      if count < 200 {
        #expect(throws: Never.self) { _ = try attempt() }
      } else {
        #expect(throws: Refusal.tooManyResponders) { _ = try attempt() }
      }
    }
  }

  @Test(arguments: [
    (false, true, "asks to be your responder"), (true, false, "asks you to be their responder"),
    (true, true, "wants you to look out for each other"),
  ])
  func `a request is an entry for the other side and a message to their channels`(
    isResponder: Bool, isDependent: Bool, words: String
  ) throws {
    let decision = try RelationRules.request(
      facts(), isResponder: isResponder, isDependent: isDependent, moment: Cast.moment())
    #expect(decision.told == ["1 contactAddedYou"])
    let message = try #require(decision.deliveries.first)
    #expect(message.person == "1" && message.priority == .information)
    #expect(
      message.body == "Theo Okafor \(words). Open LifeSignal to accept or decline.")
    #expect(message.premise == .request(by: "2"))
  }

  /// Messages about requests of these people to Mara, sent at one time.
  private func requests(by askers: [Person.ID], at seconds: TimeInterval = 0) -> [Delivery] {
    askers.map { asker in
      Delivery(
        id: Delivery.ID(rawValue: "7\(asker)"), dedupeKey: "contactAddedYou:ask:\(asker):1:1:10",
        idempotencyKey: "k", person: "1", notification: nil, channel: "10", kind: .sms,
        address: "+1", title: "", body: "", priority: .information,
        createdAt: Cast.start + seconds, nextAttemptAt: Cast.start, giveUpAt: Cast.start)
    }
  }

  @Test func `an asker's requests to one person are sent once a day, and all wait in the app`()
    throws
  {
    var again = facts()
    again.messages = requests(by: ["2"])
    func sent(after seconds: TimeInterval) throws -> Decision {
      try RelationRules.request(
        again, isResponder: true, isDependent: false, moment: Cast.moment(seconds)
      ).decision
    }
    #expect(try sent(after: 86_399).deliveries.isEmpty)
    #expect(try sent(after: 86_399).told == ["1 contactAddedYou"])
    #expect(try sent(after: 86_400).deliveries.count == 1)
    again.messages = requests(by: ["3"])
    #expect(try sent(after: 1).deliveries.count == 1)
  }

  @Test func `one person is sent the requests of ten askers a day`() throws {
    let askers = (11...20).map { Person.ID(rawValue: "\($0)") }
    var crowd = facts()
    crowd.messages = requests(by: Array(askers.dropLast()))
    func sent() throws -> Int {
      try RelationRules.request(
        crowd, isResponder: true, isDependent: false, moment: Cast.moment(60)
      ).deliveries.count
    }
    #expect(try sent() == 1)
    crowd.messages = requests(by: askers)
    #expect(try sent() == 0)
  }

  @Test func `requests are refused in the order of the checks`() {
    #expect(throws: Refusal.noRole) {
      try RelationRules.request(
        facts(other: nil), isResponder: false, isDependent: false, moment: Cast.moment())
    }
    #expect(throws: Refusal.qrCodeUnknown) {
      try RelationRules.request(
        facts(other: nil), isResponder: true, isDependent: false, moment: Cast.moment())
    }
    var retired = facts(other: nil)
    retired.isCodeRetired = true
    #expect(throws: Refusal.qrCodeReplaced) {
      try RelationRules.request(
        retired, isResponder: true, isDependent: false, moment: Cast.moment())
    }
    #expect(throws: Refusal.cannotAddYourself) {
      try RelationRules.request(
        facts(other: Cast.theo), isResponder: true, isDependent: false, moment: Cast.moment())
    }
    let known: [(RelationStatus, Refusal)] = [
      (.requestedByMe, .alreadyAsked), (.requestedByThem, .askedByThem),
      (.accepted, .alreadyRelated),
    ]
    for (status, refusal) in known {
      #expect(throws: refusal) {
        try RelationRules.request(
          facts(status), isResponder: true, isDependent: false, moment: Cast.moment())
      }
    }
  }

  @Test func `only the side that was asked accepts`() throws {
    #expect(throws: Refusal.notYoursToAccept) {
      try RelationRules.accept(facts(.requestedByMe), moment: Cast.moment())
    }
    #expect(throws: Refusal.contactNotFound) {
      try RelationRules.accept(facts(), moment: Cast.moment())
    }
    let decision = try RelationRules.accept(facts(.requestedByThem), moment: Cast.moment(5))
    guard case .updateRelation(let mine, let theirs) = decision.mutations.first else {
      Issue.record("no relation is stored")
      return
    }
    #expect((mine.status, theirs.status) == (.accepted, .accepted))
    #expect(decision.told == ["2 contactAddedYou", "1 contactAdded"])
    #expect(decision.changes.keys.sorted() == ["1", "2"])
  }

  @Test func `accepting again is a success that changes nothing`() throws {
    let decision = try RelationRules.accept(facts(.accepted), moment: Cast.moment())
    #expect(decision == Decision())
  }

  @Test func `declining and withdrawing end the request and send no message`() throws {
    let declined = try RelationRules.decline(facts(.requestedByThem), moment: Cast.moment())
    let withdrawn = RelationRules.end(facts(.requestedByMe), moment: Cast.moment())
    for decision in [declined, withdrawn] {
      #expect(decision.mutations.first == .deleteRelation("2", "1"))
      #expect(decision.notifications.isEmpty)
      #expect(decision.changes["1"]?.contains(.contacts) == true)
    }
    #expect(throws: Refusal.notYoursToAccept) {
      try RelationRules.decline(facts(.accepted), moment: Cast.moment())
    }
  }

  @Test func `Removing a responder clears pings both ways and sends no message`() {
    let pings = [
      Cast.ping(from: Cast.theo, to: Cast.mara), Cast.ping(from: Cast.mara, to: Cast.theo),
    ]
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.theo)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.theo, relation: mine, mirror: theirs, pings: pings),
      moment: Cast.moment(9))
    #expect(decision.told == ["1 contactRemoved", "2 contactRemovedYou"])
    #expect(decision.deliveries.isEmpty)
    let closed = decision.mutations.compactMap {
      if case .updatePing(let ping, _) = $0 { ping.status } else { nil }
    }
    #expect(closed == [.cleared, .cleared])
  }

  @Test(arguments: [(2, false), (2, true), (1, false), (1, true)])
  func `A person reads on their channels that a responder has left, of the last one even if muted`(
    responders: Int, isMuted: Bool
  ) {
    var mara = Cast.mara
    mara.person.notifications.contactNotifications = !isMuted
    var leaving = facts(.accepted, other: mara)
    leaving.theirResponders = responders
    let decision = RelationRules.end(leaving, moment: Cast.moment())
    let left = "Theo Okafor will no longer respond to your alerts."
    let words =
      responders == 1
      ? "\(left) You have no responders, so no one will be contacted." : left
    #expect(decision.told == ["2 contactRemoved", "1 contactRemovedYou"])
    #expect(decision.deliveries.map(\.body) == (isMuted && responders > 1 ? [] : [words]))
    let isLast = responders == 1
    for delivery in decision.deliveries {
      #expect(delivery.person == "1")
      // Information is given up after an hour, and waits for the end of quiet hours on every channel.
      #expect(delivery.priority == (isLast ? .recovery : .information))
      #expect(delivery.premise == (isLast ? .withoutResponders : nil))
    }
  }

  @Test func `ending what is not there is a success`() {
    #expect(RelationRules.end(facts(), moment: Cast.moment()) == Decision())
  }

  @Test func `a person who has the relation on their side already is not asked again`() {
    var half = facts(.accepted)
    half.relation = nil
    #expect(throws: Refusal.alreadyRelated) {
      try RelationRules.request(
        half, isResponder: true, isDependent: false, moment: Cast.moment())
    }
  }
}
