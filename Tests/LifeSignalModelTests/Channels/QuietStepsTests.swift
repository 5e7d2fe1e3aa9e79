import Foundation
import LifeSignalModel
import Testing

@Suite struct `Messages in quiet hours` {
  /// Quiet from an hour before the start until two hours after it.
  private static let hours: QuietHours = {
    let zone = Zone.utc
    return QuietHours(
      from: zone.reading(at: Cast.start - 3_600).time,
      until: zone.reading(at: Cast.start + 7_200).time, zone: zone)
  }()

  private func told(
    _ channels: [(ChannelKind, Channel.Quiet)], _ priority: Delivery.Priority,
    lapsesAfter: TimeInterval? = nil, hours: QuietHours? = Self.hours, at seconds: TimeInterval = 0
  ) -> [Delivery] {
    var recipient = Cast.theo
    recipient.person.quietHours = hours
    recipient.channels = channels.enumerated().map { number, channel in
      Channel(
        id: Channel.ID(rawValue: "\(60 + number)"), person: "2", kind: channel.0,
        address: "\(number)", createdAt: Cast.start, quiet: channel.1)
    }
    var notice = Notice(.system, "T", "M", push: .always(priority), subject: "s")
    notice.lapsesAt = lapsesAfter.map { Cast.start + $0 }
    notice.bodyAfterWaiting = "Late"
    var decision = Decision()
    decision.tell(recipient, notice, at: Cast.moment(seconds))
    return decision.deliveries
  }

  private func waits(_ deliveries: [Delivery]) -> [Int] {
    deliveries.map { Int($0.nextAttemptAt.timeIntervalSince(Cast.start)) }
  }

  @Test
  func `a message other than an alert waits for their end, with other words and its whole time`()
    throws
  {
    let sent = told([(.sms, .notices)], .reminder)
    #expect(waits(sent) == [7_200])
    #expect(sent.map(\.body) == ["Late"])
    let first = try #require(sent.first)
    #expect(first.giveUpAt == first.nextAttemptAt + Delivery.Priority.reminder.patience)
  }

  @Test func `an alarm does not wait`() {
    #expect(waits(told([(.sms, .notices), (.email, .notices)], .alert)) == [0, 30])
  }

  @Test func `a channel that is not quiet goes first, the others have their turn afterwards`() {
    let sent = told([(.sms, .notices), (.email, .ignored)], .information)
    #expect(sent.map(\.kind) == [.email, .sms])
    #expect(sent.map(\.rank) == [0, 1])
    #expect(waits(sent) == [0, 7_200])
  }

  @Test func `an alarm has what is to be silent in reserve, as long as there is another`() {
    let sent = told([(.sms, .everything), (.email, .notices)], .alert)
    #expect(sent.map(\.kind) == [.email, .sms])
    #expect(sent.map(\.rank) == [0, 1])
    #expect(waits(sent) == [0, 7_200])
    #expect(waits(told([(.sms, .everything)], .missedCheckIn)) == [0])
  }

  @Test func `only a person who was woken learns immediately that it is over`() {
    #expect(waits(told([(.sms, .notices), (.email, .everything)], .recovery)) == [0, 7_200])
    #expect(waits(told([(.email, .everything)], .recovery)) == [7_200])
  }

  @Test func `a message that would come too late does not wait`() {
    #expect(waits(told([(.sms, .notices)], .reminder, lapsesAfter: 7_200)) == [0])
    #expect(waits(told([(.sms, .notices)], .reminder, lapsesAfter: 7_201)) == [7_200])
  }

  @Test func `outside of them everything is as ever`() {
    #expect(waits(told([(.sms, .everything)], .reminder, at: 7_200)) == [7_200])
    #expect(waits(told([(.sms, .everything)], .reminder, hours: nil)) == [0])
  }

  @Test func `whatever is set, an alarm is due at once somewhere, and nothing is lost`() {
    var random = SplitMix(seed: 23)
    let kinds: [ChannelKind] = [.sms, .email, .webPush, .voice]
    for _ in 0..<5_000 {
      let channels = (0...random.below(4)).map { _ in
        (kinds[random.below(kinds.count)], Channel.Quiet.allCases[random.below(3)])
      }
      let at = TimeInterval(random.below(200_000))
      let alarm = told(channels, .alert, at: at)
      #expect(waits(alarm).min() == Int(at))
      #expect(alarm.count == channels.count)
      let reminder = told(channels, .reminder, at: at)
      #expect(reminder.count == channels.count { $0.0 != .voice })
      for delivery in reminder {
        #expect(delivery.nextAttemptAt >= Cast.start + at)
        let index = Int(delivery.channel.rawValue)! - 60
        if channels[index].1 != .ignored {
          #expect(Self.hours.end(at: delivery.nextAttemptAt) == nil)
        }
      }
    }
  }
}

@Suite struct `Reminders in quiet hours` {
  @Test func `the last words before an alarm never wait`() throws {
    let watch = Cast.watch()
    var me = Cast.mara
    let now = Cast.start + 86_400
    me.person.quietHours = QuietHours(
      from: Zone.utc.reading(at: now - 3_600).time,
      until: Zone.utc.reading(at: now + 300).time, zone: .utc)
    let decision = DeadlineRules.fire(
      watch, CheckInFacts(me: me, watch: watch), courtesy: Courtesy(),
      moment: Cast.moment(86_400))
    #expect(decision.deliveries.map(\.nextAttemptAt) == [now])
  }
}
