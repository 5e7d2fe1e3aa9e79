import Foundation
import LifeSignalModel
import Testing

/// Devices that are sent push messages, when the sign-in they were registered in ends.
@Suite struct `Push messages and sessions` {
  private func device(
    _ id: Channel.ID, in session: SessionID?, off: Channel.Off? = nil
  ) -> Channel {
    Channel(
      id: id, person: "1", kind: .apns, address: String(repeating: "\(id)", count: 32),
      createdAt: Cast.start, disabledAt: off.map { _ in Cast.start }, off: off, session: session)
  }

  private func mara(_ devices: [Channel], texts: Bool = true) -> ChannelFacts {
    var me = Cast.mara
    if !texts { me.channels = [] }
    me.channels += devices.filter(\.isOn)
    return ChannelFacts(
      me: me, all: (texts ? Cast.mara.channels : []) + devices, able: [.sms, .apns], offered: [])
  }

  private func session(
    _ id: SessionID = "5", label: String = "Firefox on Linux", revoked: Date? = nil
  ) -> Session {
    Session(
      id: id, person: "1", tokenHash: Data([1]), label: label, createdAt: Cast.start - 100,
      expiresAt: Cast.start, revokedAt: revoked)
  }

  private func ended(_ decision: Decision) -> [Channel.ID] {
    decision.mutations.compactMap {
      if case .disableChannel(let id, _, _) = $0 { id } else { nil }
    }
  }

  @Test func `a browser belongs to the session it was switched on in, and to the newest`() throws {
    var former = Channel(
      id: "50", person: "1", kind: .webPush, address: PushSubscription.sample().address,
      createdAt: Cast.start, session: "5")
    var me = Cast.mara
    func subscribe(_ session: SessionID?, former: Channel?) throws -> [Mutation] {
      try PushRules.subscribe(
        .sample(), me, former: former, session: session, moment: Cast.moment(5)
      ).mutations
    }
    let new = Channel(
      id: "100", person: "1", kind: .webPush, address: former.address,
      createdAt: Cast.start + 5, session: "6")
    #expect(try subscribe("6", former: nil) == [.insertChannel(new)])
    var moved = former
    moved.session = "6"
    me.channels.append(former)
    #expect(try subscribe("6", former: former) == [.updateChannel(moved)])
    #expect(try subscribe("5", former: former).isEmpty)
    // A program that repeats it loosens nothing.
    #expect(try subscribe(nil, former: former).isEmpty)
    // One that stays off in the list belongs to the newest too.
    me = Cast.mara
    former.disabledAt = Cast.start
    former.off = .byPerson
    moved = former
    moved.session = "6"
    #expect(try subscribe("6", former: former).first == .updateChannel(moved))
  }

  @Test func `signing out ends the messages of this device only`() {
    let facts = mara([
      device("50", in: "5"), device("51", in: "6"), device("52", in: nil),
    ])
    let decision = SessionRules.end("5", by: "1", channels: facts, moment: Cast.moment(5))
    #expect(
      decision.mutations == [
        .revokeSession("5", "1", at: Cast.start + 5),
        .disableChannel("50", at: Cast.start + 5),
        .withdrawFromChannel("50", "1", keepsNotices: false, at: Cast.start + 5),
      ])
    #expect(decision.changes["1"]?.contains(.channels) == true)
    #expect(decision.notifications.isEmpty)
  }

  @Test func `ending all others leaves this device's, and those that nothing is known of`() {
    let facts = mara([
      device("50", in: "5"), device("51", in: "6"), device("52", in: nil), device("53", in: "7"),
    ])
    let decision = SessionRules.endOthers(
      than: "5", by: "1", channels: facts, moment: Cast.moment(5))
    #expect(ended(decision) == ["51", "53"])
  }

  @Test func `a channel switched off there cannot be switched on in the list`() {
    let facts = mara([device("50", in: "5", off: .byPerson), device("51", in: "5", off: .removed)])
    let decision = SessionRules.end("5", by: "1", channels: facts, moment: Cast.moment(5))
    var dead = device("50", in: "5", off: .byPerson)
    dead.off = nil
    #expect(decision.mutations.dropFirst() == [.updateChannel(dead)])
  }

  @Test func `the news of an end does not go to the device that was put out`() {
    let facts = mara([device("50", in: "5")])
    let decision = SessionRules.end(
      "5", by: "1", elsewhere: EndedSessions([session()], of: facts.me), channels: facts,
      moment: Cast.moment(5))
    #expect(decision.notifications.count == 1)
    #expect(decision.deliveries.map(\.channel) == ["10"])
  }

  @Test func `the last channel goes, too, and its person learns that none is left`() throws {
    let facts = mara([device("50", in: "5")], texts: false)
    let decision = SessionRules.end("5", by: "1", channels: facts, moment: Cast.moment(5))
    #expect(ended(decision) == ["50"])
    #expect(decision.notifications.map(\.title) == ["No way to reach you"])
    #expect(decision.deliveries.isEmpty)
    // With another one there is nothing to say.
    let two = mara([device("50", in: "5"), device("51", in: "6")], texts: false)
    #expect(
      SessionRules.end("5", by: "1", channels: two, moment: Cast.moment(5))
        .notifications.isEmpty)
  }

  @Test func `a session that has run out takes them along, and says so there at the last`() throws {
    let facts = mara([device("50", in: "5"), device("51", in: "6")])
    let decision = PushRules.end(
      "5", as: session(), facts, moment: Cast.moment(5))
    #expect(ended(decision) == ["50"])
    #expect(decision.notifications.count == 1)
    #expect(decision.notifications.first?.message.english.contains("Firefox on Linux") == true)
    #expect(Set(decision.deliveries.map(\.channel)) == ["10", "50", "51"])
  }

  @Test func `one that was ended by other means says nothing to its device`() throws {
    let facts = mara([device("50", in: "5")])
    let decision = PushRules.end(
      "5", as: session(label: "", revoked: Cast.start), facts,
      moment: Cast.moment(5))
    #expect(decision.deliveries.map(\.channel) == ["10"])
  }

  @Test func `a session that is good keeps them, and only the server asks`() throws {
    let facts = mara([device("50", in: "5")])
    let good = PushRules.end(
      "5", as: session(), facts, moment: Cast.moment(-1))
    #expect(good == Decision(.unchanged))
    #expect(throws: Refusal.notAllowed) { try EndPush.Asker(.session("5", of: "1")) }
  }

  @Test func `the operator ends all of them, and the person is notified on the channels left`()
    throws
  {
    let facts = mara([device("50", in: "5"), device("51", in: nil)])
    let token = AccessToken(
      id: "9", person: "1", hash: Data([2]), name: "Clock", scopes: [.checkIn],
      createdAt: Cast.start)
    let decision = SessionRules.endAll(
      [session()], [token], facts, moment: Cast.moment(5))
    #expect(decision.answer == 2)
    #expect(
      decision.mutations.prefix(2) == [
        .revokeSession("5", "1", at: Cast.start + 5),
        .revokeAccessToken("9", "1", at: Cast.start + 5),
      ])
    #expect(ended(decision.decision) == ["50", "51"])
    #expect(decision.notifications.map(\.title) == ["Signed out everywhere"])
    #expect(decision.deliveries.map(\.channel) == ["10"])
    let nothing = SessionRules.endAll([], [], mara([]), moment: Cast.moment(5))
    #expect(nothing.decision == Decision(.unchanged) && nothing.answer == 0)
    #expect(throws: Refusal.notAllowed) { try EndAllSessions.Asker(.person("1")) }
  }
}
