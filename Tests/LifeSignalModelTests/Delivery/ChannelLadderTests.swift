import Foundation
import LifeSignalModel
import Testing

@Suite struct `The order of a person's channels` {
  private func told(_ kinds: [ChannelKind], disabled: Set<Int> = []) -> Decision {
    var recipient = Cast.theo
    recipient.channels = kinds.enumerated().map { number, kind in
      Channel(
        id: Channel.ID(rawValue: "\(60 + number)"), person: "2", kind: kind,
        address: kind == .webPush ? PushSubscription.sample(number).address : "+1555\(number)",
        createdAt: Cast.start, disabledAt: disabled.contains(number) ? Cast.start : nil)
    }
    var decision = Decision()
    let notice = Notice(
      .dependentAlertActivated, "ALERT", "Mara needs help.", push: .always(.alert),
      subject: "1:5")
    decision.tell(recipient, notice, about: "5", at: Cast.moment())
    return decision
  }

  private func steps(_ decision: Decision) -> [String] {
    decision.deliveries.map {
      "\($0.kind.rawValue) \($0.rank) +\(Int($0.nextAttemptAt.timeIntervalSince(Cast.start)))"
    }
  }

  @Test func `without push it is the order given, half a minute apart`() {
    #expect(steps(told([.sms, .sms])) == ["sms 0 +0", "sms 1 +30"])
  }

  @Test func `push comes first, wherever it stands, and the others keep their order`() {
    let decision = told([.sms, .webPush, ChannelKind(rawValue: "webhook")])
    #expect(steps(decision) == ["webpush 0 +0", "sms 1 +30", "webhook 2 +60"])
  }

  @Test func `all browsers are tried at the same time`() {
    let decision = told([.webPush, .sms, .webPush, .webPush])
    #expect(steps(decision) == ["webpush 0 +0", "webpush 0 +0", "webpush 0 +0", "sms 1 +30"])
    #expect(Set(decision.deliveries.map(\.dedupeKey)).count == 4, "each is a promise of its own")
  }

  @Test func `a disabled channel has no place`() {
    #expect(steps(told([.webPush, .sms], disabled: [0])) == ["sms 0 +0"])
    #expect(steps(told([.webPush, .sms], disabled: [1])) == ["webpush 0 +0"])
    #expect(told([.webPush], disabled: [0]).deliveries.isEmpty)
  }

  @Test func `the record names each way once, on however many devices`() throws {
    let channels = try #require(told([.webPush, .sms, .webPush, .sms]).timeline.first)
      .details.channels
    #expect(channels == [.sms, .webPush])
  }
}

@Suite struct `What a message is about` {
  private func subject(
    _ event: String, _ rest: String, alert: AlertRecord.ID? = nil
  ) -> Delivery.Subject {
    Delivery(
      id: "1", dedupeKey: "\(event):\(rest)", idempotencyKey: "k", person: "2", notification: nil,
      channel: "3", kind: .webPush, address: "", title: "", body: "", priority: .alert,
      createdAt: Cast.start, nextAttemptAt: Cast.start, giveUpAt: Cast.start, alert: alert
    ).subject
  }

  @Test func `is read from what it was written for`() {
    typealias Event = NotificationEvent
    #expect(subject(Event.dependentAlertActivated.rawValue, "1:5:2:3") == .call("5"))
    #expect(subject(Event.dependentNonResponsive.rawValue, "1:5:2:3") == .call("5"))
    #expect(subject(Event.alarmTaken.rawValue, "1:5:2:3") == .alarm("5"))
    #expect(subject(Event.pingReceived.rawValue, "8:1:2:3") == .ping("8"))
    #expect(subject(Event.checkInReminder2Hours.rawValue, "1:4:2:3") == .ownCheckIn)
    #expect(subject(Event.checkInExpired.rawValue, "due:1:4:2:3") == .ownCheckIn)
    #expect(subject(Event.travelReminder.rawValue, "7:4:2:3") == .ownJourney)
    #expect(subject(Event.dependentRecovered.rawValue, "1:4:2:3") == .other)
    #expect(subject(Event.dependentRecovered.rawValue, "1:4:2:3", alert: "5") == .alarm("5"))
    #expect(subject(Event.system.rawValue, "session:5:ends:9:2:3") == .sessionEnd)
    #expect(subject(Event.system.rawValue, "session:5:ended:2:3") == .other)
    #expect(subject("nonsense", "") == .other)
  }
}

@Suite struct `The order a person has chosen` {
  private func ranks(_ channels: [(ChannelKind, Int?)]) -> [String] {
    var recipient = Cast.theo
    recipient.channels = channels.enumerated().map { number, channel in
      Channel(
        id: Channel.ID(rawValue: "\(60 + number)"), person: "2", kind: channel.0,
        address: "\(number)", createdAt: Cast.start, position: channel.1)
    }
    var decision = Decision()
    decision.tell(
      recipient, Notice(.system, "T", "M", push: .always(.alert), subject: "s"), at: Cast.moment())
    return decision.deliveries.map { "\($0.kind.rawValue) \($0.rank)" }
  }

  @Test func `is obeyed, push included`() {
    #expect(
      ranks([(.webPush, 2), (.sms, 1), (.email, 0)]) == ["email 0", "sms 1", "webpush 2"])
  }

  @Test func `keeps all browsers together at the first of their places`() {
    #expect(
      ranks([(.webPush, 1), (.sms, 0), (.webPush, nil), (.email, 2)])
        == ["sms 0", "webpush 1", "webpush 1", "email 2"])
  }

  @Test func `puts what came later at the end, and the first browser first`() {
    #expect(
      ranks([(.email, nil), (.sms, 0), (.webPush, nil)]) == ["webpush 0", "sms 1", "email 2"])
  }
}
