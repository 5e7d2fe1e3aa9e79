import Foundation
import LifeSignalModel
import Testing

@Suite struct `Phones that are sent push messages` {
  private static let text = String(repeating: "5c", count: 32)
  private static let token = DeviceToken(text)!

  private func phone(
    _ id: Channel.ID, of person: Person.ID, at address: String = text
  ) -> Channel {
    Channel(id: id, person: person, kind: .apns, address: address, createdAt: Cast.start)
  }

  private func mara(_ channels: [Channel]) -> Recipient {
    var mara = Cast.mara
    mara.channels += channels
    return mara
  }

  @Test(
    arguments: [
      (text, text), (text.uppercased(), text),
      (String(repeating: "0", count: 32), String(repeating: "0", count: 32)),
      (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
    ])
  func `are named in hexadecimal`(said: String, read: String) {
    #expect(DeviceToken(said)?.text == read)
  }

  @Test(
    arguments: [
      "", "x", "5c", String(text.dropLast()), text + "zz", text + " ", "<\(text)>",
      String(repeating: "a", count: 202), String(repeating: "٣", count: 64),
      String(repeating: "Å", count: 32),
    ])
  func `are named in no other way`(said: String) {
    #expect(DeviceToken(said) == nil)
  }

  @Test func `become a channel, and the person is notified everywhere else`() throws {
    let decision = try DeviceRules.register(
      Self.token, Cast.mara, former: nil, others: [], moment: Cast.moment(5))
    #expect(
      decision.mutations == [
        .insertChannel(
          Channel(
            id: "100", person: "1", kind: .apns, address: Self.text, createdAt: Cast.start + 5))
      ])
    #expect(decision.events == [.pushSubscribed("1")])
    #expect(decision.notifications.map(\.person) == ["1"])
    #expect(decision.deliveries.allSatisfy { $0.kind == .sms })
  }

  @Test func `change nothing by saying it again, but are heard of after a minute`() throws {
    let me = mara([phone("50", of: "1")])
    let soon = try DeviceRules.register(
      Self.token, me, former: me.channels.last, others: [], moment: Cast.moment(5))
    #expect(soon == Decision())
    let later = try DeviceRules.register(
      Self.token, me, former: me.channels.last, others: [], moment: Cast.moment(61))
    #expect(later.mutations == [.hearChannel("50", at: Cast.start + 61)])
  }

  @Test func `that come back are heard of at once`() throws {
    var former = phone("50", of: "1")
    former.disabledAt = Cast.start + 1
    let decision = try DeviceRules.register(
      Self.token, Cast.mara, former: former, others: [], moment: Cast.moment(5))
    #expect(decision.mutations.last == .hearChannel("50", at: Cast.start + 5))
  }

  @Test func `are there again when they were heard of later than they were gone`() {
    var phone = phone("50", of: "1")
    #expect(phone.wasHeard(after: Cast.start - 1))
    #expect(!phone.wasHeard(after: Cast.start))
    phone.heardAt = Cast.start + 10
    #expect(phone.wasHeard(after: Cast.start + 9))
    #expect(!phone.wasHeard(after: Cast.start + 10))
  }

  @Test func `are at most ten`() throws {
    let many = (0..<PushRules.most).map {
      phone(Channel.ID(rawValue: "5\($0)"), of: "1", at: "\($0)" + Self.text.dropFirst())
    }
    #expect(throws: Refusal.tooManyPushSubscriptions) {
      try DeviceRules.register(
        DeviceToken(String(repeating: "ef", count: 32))!, mara(many), former: nil, others: [],
        moment: Cast.moment(5))
    }
  }

  @Test func `leave the person who had them before, who is notified on other channels`() throws {
    let before = mara([
      phone("50", of: "1"), phone("51", of: "1", at: "ab" + Self.text.dropFirst(2)),
    ])
    let decision = try DeviceRules.register(
      Self.token, Cast.theo, former: nil, others: [before], moment: Cast.moment(5))
    #expect(decision.mutations.contains(.disableChannel("50", at: Cast.start + 5)))
    #expect(
      decision.mutations.contains(
        .withdrawFromChannel("50", "1", keepsNotices: false, at: Cast.start + 5)))
    #expect(!decision.mutations.contains(.disableChannel("51", at: Cast.start + 5)))
    let told = decision.deliveries.filter { $0.person == "1" }
    #expect(!told.isEmpty && told.allSatisfy { $0.channel != "50" })
    #expect(told.contains { $0.channel == "51" })
    #expect(
      decision.notifications.contains {
        $0.person == "1"
          && $0.message
            == "Someone else has signed in on one of your devices. Your messages no longer go there."
      })
  }

  @Test func `are all forgotten together, and browsers are not`() {
    let browser = Channel(
      id: "52", person: "1", kind: .webPush, address: "{}", createdAt: Cast.start)
    let decision = DeviceRules.forget(
      mara([phone("50", of: "1"), browser]), moment: Cast.moment(5))
    #expect(
      decision.mutations == [
        .disableChannel("50", at: Cast.start + 5),
        .withdrawFromChannel("50", "1", keepsNotices: false, at: Cast.start + 5),
      ])
    #expect(DeviceRules.forget(Cast.mara, moment: Cast.moment(5)) == Decision())
  }
}
