import Foundation

extension Channel {
  /// One channel a message goes by, and the earliest time for it.
  struct Step: Equatable {
    var rank: Int
    var channel: Channel
    var at: Date
    /// Whether the quiet hours are the reason for the delay.
    var waits = false
  }

  /// Decides by which channels a message goes to the recipient, and when: the fallback order, with
  /// the recipient's quiet hours applied.
  ///
  /// An alert never waits, nor does the news that it was answered or is over: a responder who was
  /// woken gets that news too. Nor does the news to a person that they have no responders any more. Channels that must be silent even for alerts come last: when the
  /// quiet hours end, or as soon as the channels before them have failed, or immediately where
  /// there is no other channel. Everything else goes first by the channels that are not quiet, and
  /// by the others when the quiet hours end.
  /// - Parameter lapsing: the instant from which the message is worthless: it does not wait that
  ///   long.
  static func steps(
    _ recipient: Recipient, _ priority: Delivery.Priority, lapsing: Date?, at now: Date
  ) -> [Step] {
    let channels = recipient.channels.filter { $0.isOn && $0.kind.carries(priority) }
    let hours = recipient.person.quietHours
    guard let hours else { return steps(channels, from: now) }
    let end = hours.end(at: now)
    let isUrgent = priority.climbs || priority == .recovery
    let loud =
      end == nil
      ? [] : channels.filter { $0.quiet == .ignored || isUrgent && $0.quiet != .everything }
    if priority.climbs, end == nil || loud.isEmpty { return steps(channels, from: now) }
    let first = steps(loud, from: now)
    let rest = steps(
      channels.filter { channel in !loud.contains { $0.id == channel.id } }, from: now,
      above: first.last.map { $0.rank + 1 } ?? 0)
    return first
      + rest.map { step in
        guard step.channel.quiet != .ignored, let end = hours.end(at: step.at),
          lapsing.map({ end < $0 }) ?? true
        else { return step }
        var step = step
        let place = Double(step.rank - (rest.first?.rank ?? 0))
        step.at = end + place * Rung.queued.limit
        step.waits = true
        return step
      }
  }

  private static func steps(
    _ channels: [Channel], from now: Date, above rank: Int = 0
  ) -> [Step] {
    ladder(channels).map { place in
      let rank = rank + place.rank
      return Step(
        rank: rank, channel: place.channel, at: now + Double(rank) * Rung.queued.limit)
    }
  }
}
