import Foundation
import LifeSignalModel
import Testing

@Suite struct `A mailbox that is not there` {
  private static let address = "a@example.org"
  private static let phone = Channel(
    id: "10", person: "1", kind: .sms, address: "+15550100001", createdAt: Cast.start - 3_600)
  private static let mail = Channel(
    id: "20", person: "1", kind: .email, address: address, createdAt: Cast.start - 3_600)
  private static let gone = "email: came back (5.1.1), no such mailbox"

  private func row(
    _ id: Delivery.ID, _ change: (inout Delivery) -> Void = { _ in }
  ) -> Delivery {
    var row = Delivery(
      id: id, dedupeKey: "k\(id)", idempotencyKey: "i\(id)", person: "1", notification: "70",
      channel: "20", kind: .email, address: Self.address, title: "T", body: "B",
      priority: .reminder, state: .done, attempts: 1, createdAt: Cast.start,
      nextAttemptAt: Cast.start, giveUpAt: Cast.start + 3_600, acceptedAt: Cast.start)
    change(&row)
    return row
  }

  /// One that came back before.
  private func former(_ change: (inout Delivery) -> Void = { _ in }) -> Delivery {
    row("59") {
      $0.state = .dead
      $0.lastError = Self.gone
      $0.acceptedAt = nil
      change(&$0)
    }
  }

  private func bounce(
    _ others: [Delivery], _ channels: [Channel] = [Self.phone, Self.mail], isSilent: Bool = false,
    able: Set<ChannelKind> = [.sms, .email]
  ) throws -> Decision {
    let channels = `A person's own channels`.facts(channels, able: able)
    return try BounceRules.bounce(
      row("60"), siblings: [row("60")], reason: Self.gone, about: nil,
      mailbox: MailboxFacts(
        channels: channels, messages: others + [row("60")], isSilent: isSilent),
      moment: Cast.moment(60))
  }

  private let off = Mutation.disableChannel("20", at: Cast.start + 60)
  private let failed = Mutation.bounceDelivery("60", reason: Self.gone, at: Cast.start + 60)

  @Test func `is sent nothing more after two mails have come back`() throws {
    let decision = try bounce([former()])
    #expect(decision.mutations.contains(failed) && decision.mutations.contains(off))
    #expect(decision.changes["1"]?.contains(.channels) == true)
  }

  @Test func `is lost to its owner, who hears of it by what is left`() throws {
    let decision = try bounce([former()])
    let entry = try #require(decision.notifications.first)
    #expect(entry.person == "1" && entry.title == "Contact method lost")
    #expect(decision.deliveries.map(\.channel) == ["10"])
  }

  @Test func `is not believed at the first report`() throws {
    let decision = try bounce([])
    #expect(decision.mutations == [failed])
    #expect(decision.notifications.isEmpty)
  }

  @Test(
    arguments: [
      "the same mail", "another channel", "another address", "another reason",
      "a full mailbox", "sent again",
    ])
  func `is not believed for`(reason: String) throws {
    let other =
      switch reason {
      case "the same mail": former { $0.id = "60" }
      case "another channel": former { $0.channel = "10" }
      case "another address": former { $0.address = "b@example.org" }
      case "another reason": former { $0.lastError = "email: answered 552 (5.2.2)" }
      case "a full mailbox": former { $0.lastError = "email: came back (5.2.2)" }
      default: former { $0.state = .done }
      }
    #expect(try !bounce([other]).mutations.contains(off))
  }

  @Test func `is there again when it has been heard of since`() throws {
    var heard = Self.mail
    heard.heardAt = Cast.start + 1
    #expect(try !bounce([former()], [Self.phone, heard]).mutations.contains(off))
    heard.heardAt = Cast.start - 1
    #expect(try bounce([former()], [Self.phone, heard]).mutations.contains(off))
  }

  @Test func `stays on where no alarm would come any more, and its owner reads so in the app`()
    throws
  {
    for (channels, able) in [
      ([Self.mail], [.sms, .email]), ([Self.phone, Self.mail], [.email]),
    ] as [([Channel], Set<ChannelKind>)] {
      let decision = try bounce([former()], channels, able: able)
      #expect(!decision.mutations.contains(off))
      #expect(decision.notifications.map(\.title) == ["Messages do not reach you"])
      #expect(decision.deliveries.isEmpty, "not by the way that fails")
    }
  }

  @Test func `found by a duress alert is reported in the app only, in the same words`() throws {
    let silent = try bounce([former()], isSilent: true)
    #expect(silent.mutations.contains(off))
    #expect(silent.deliveries.isEmpty)
    let plain = try bounce([former()])
    #expect(silent.notifications.map(\.title) == plain.notifications.map(\.title))
    #expect(silent.notifications.map(\.message) == plain.notifications.map(\.message))
    #expect(silent.notifications.allSatisfy { $0.relatedAlert == nil })
  }

  @Test func `is closed by the system alone`() throws {
    let facts = `A person's own channels`.facts([Self.phone, Self.mail])
    for actor in [Actor.visitor, .person("1")] {
      #expect(throws: Refusal.notAllowed) {
        try ChannelRules.lose(
          "20", facts, isSilent: false, by: actor, moment: Cast.moment(60))
      }
    }
    // Off already: nothing is said twice.
    var closed = Self.mail
    closed.disabledAt = Cast.start
    let again = try ChannelRules.lose(
      "20", `A person's own channels`.facts([Self.phone, closed]), isSilent: false, by: .system,
      moment: Cast.moment(60))
    #expect(again.mutations.isEmpty && again.notifications.isEmpty)
  }
}
