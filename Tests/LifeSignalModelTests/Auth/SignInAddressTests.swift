import Foundation
import LifeSignalModel
import Testing

@Suite struct `An address for signing in` {
  private let material = SignInMaterial(
    token: "token", tokenHash: Data([1]), label: "Browser", qrCode: "NEW", channels: [.email])

  private func code(for purpose: OneTimeCode.Purpose = .signIn, to address: String) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: address, phoneRegion: .canada, hash: Data([7]), createdAt: Cast.start,
      expiresAt: Cast.start + 300, purpose: purpose)
  }

  private func mailed(_ id: Person.ID = "1", phoneNumber: String = "") -> Recipient {
    var recipient = Cast.recipient(id, "Mara", "Lindqvist", channels: 0)
    recipient.person.phoneNumber = phoneNumber
    recipient.person.email = "mara@example.org"
    return recipient
  }

  @Test func `is the same mailbox in capitals and in small letters`() throws {
    #expect(
      try SignInAddress(email: "Mara.L@Example.ORG") == .email("mara.l@example.org"))
    #expect(throws: Refusal.invalidEmailAddress) { try SignInAddress(email: "mara@@example.org") }
    #expect(throws: Refusal.invalidEmailAddress) {
      try SignInAddress(email: "\(String(repeating: "m", count: 65))@example.org")
    }
  }

  @Test func `by mail opens an account with a channel for it and without a number`() throws {
    let decided = try AuthRules.verifyCode(
      code(to: "mara@example.org"), isRight: true, person: nil, material: material,
      moment: Cast.moment(10))
    let person = decided.mutations.compactMap {
      if case .insertPerson(let person) = $0 { person } else { nil }
    }.first
    #expect(person?.email == "mara@example.org" && person?.phoneNumber == "")
    #expect(person?.region == nil)
    let channel = decided.mutations.compactMap {
      if case .insertChannel(let channel) = $0 { channel } else { nil }
    }
    #expect(channel.map(\.kind) == [.email] && channel.map(\.address) == ["mara@example.org"])
    #expect(channel.allSatisfy { $0.isOn })
  }

  @Test func `receives the codes for the own account, by means that the server has`() {
    #expect(mailed().person.ownAddress(among: [.phone]) == .email("mara@example.org"))
    let both = mailed(phoneNumber: "+15550100001").person
    #expect(both.ownAddress(among: [.email]) == .email("mara@example.org"))
    #expect(
      both.ownAddress(among: [.phone, .email]) == .phone("+15550100001", .unitedStates))
    #expect(
      Cast.mara.person.ownAddress(among: [.email]) == .phone("+15550100001", .unitedStates))
  }

  @Test func `gets a first number without losing its other channels`() throws {
    var mara = mailed()
    mara.channels = [
      Channel(
        id: "71", person: "1", kind: .webPush, address: "{}", createdAt: Cast.start),
      Channel(
        id: "72", person: "1", kind: .email, address: "mara@example.org", createdAt: Cast.start),
    ]
    let moment = Moment(now: Cast.start + 10, channels: ChannelKinds(signUp: [.sms])) { 100 }
    let decided = try PhoneChangeRules.change(
      PhoneChangeFacts(
        me: mara, code: code(for: .numberChange("1"), to: "+15550100009"), isRight: true),
      moment: moment)
    #expect(decided.answer?.phoneNumber == "+15550100009")
    let channels = decided.mutations.compactMap {
      if case .insertChannel(let channel) = $0 { channel } else { nil }
    }
    #expect(channels.map(\.address) == ["+15550100009"] && channels.map(\.kind) == [.sms])
    #expect(
      !decided.mutations.contains {
        if case .disableChannel = $0 { true } else { false }
      })
    #expect(
      decided.mutations.contains {
        if case .updatePerson(let person) = $0 { person.email == "mara@example.org" } else { false }
      })
    #expect(decided.deliveries.map(\.address).contains("mara@example.org"))
  }

  // MARK: The first day of a session

  private func channel(_ kind: ChannelKind, _ address: String) -> Channel {
    Channel(
      id: Channel.ID(rawValue: address), person: "1", kind: kind, address: address,
      createdAt: Cast.start - 60)
  }

  private func check(_ person: Person, _ channels: [Channel]) throws {
    let session = Session(
      id: "5", person: "1", tokenHash: Data([1]), createdAt: Cast.start,
      expiresAt: Cast.start + 90 * 86_400)
    try HoldRules.check(
      session, of: person, passkeys: [], channels: channels, at: Cast.start + 60)
  }

  @Test func `holds a session back only where another channel could report it`() throws {
    let (mail, text) = (channel(.email, "Mara@example.org"), channel(.sms, "+15550100001"))
    let held = Refusal.heldAfterSignIn(retryAfter: 86_400 - 60)
    try check(mailed().person, [mail])
    #expect(throws: held) { try check(mailed().person, [mail, text]) }
    let both = mailed(phoneNumber: "+15550100001").person
    try check(both, [mail])
    #expect(throws: held) { try check(both, [mail, text]) }
  }
}
