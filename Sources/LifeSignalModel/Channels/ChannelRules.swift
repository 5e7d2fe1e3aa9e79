import Foundation

/// A person's own channels: which ones they have, and in which order they are tried.
public enum ChannelRules {
  /// Channels of one person at most, browsers and those that wait for their code included.
  public static let most = 20

  /// Sends a code to an address where the person wants to be reached. Until they type it back the
  /// channel is listed and receives nothing else.
  /// - Parameters:
  ///   - code: to the address, as ``ChannelAddress`` has read it.
  ///   - recent: codes sent there within the window, whichever person requested them.
  public static func requestCode(
    _ code: OneTimeCode, kind: ChannelKind, _ facts: ChannelFacts, recent: [OneTimeCode],
    moment: Moment
  ) throws(Refusal) -> Decision {
    guard facts.offered.contains(kind) else { throw .channelNotOffered }
    let me = facts.me.person.id
    let former = facts.all.first { $0.kind == kind && $0.address == code.phoneNumber }
    guard !(former?.isOn ?? false), former?.off != .byPerson else { throw .channelExists }
    if former.map({ !$0.isListed }) ?? true {
      guard facts.all.count(where: \.isListed) < most else { throw .tooManyChannels }
    }
    var decision = try AuthRules.requestCode(code, recent: recent, moment: moment)
    if var channel = former {
      // A member's own number, for example, may have been in use without ever reporting back.
      if channel.isLostByPerson { channel.heardAt = channel.heardAt ?? channel.createdAt }
      channel.off = .unverified
      decision.mutations.append(.updateChannel(channel))
    } else {
      decision.mutations.append(
        .insertChannel(
          Channel(
            id: Channel.ID(moment.mint()), person: me, kind: kind, address: code.phoneNumber,
            createdAt: moment.now.storable, disabledAt: moment.now.storable, off: .unverified,
            position: facts.all.compactMap(\.position).max().map { $0 + 1 })))
    }
    decision.touch(me, .channels)
    return decision
  }

  /// With the right code messages go to the new channel from now on. All other channels notify the
  /// person: someone who has their browser for a minute may have added it.
  public static func verify(
    _ code: OneTimeCode?, isRight: Bool, _ facts: ChannelFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    let me = facts.me.person.id
    guard case .channel(me, let kind) = code?.purpose else { throw .codeExpired }
    var (code, decision) = try CodeRules.spend(
      code, for: .channel(me, kind), isRight: isRight, moment: moment)
    guard decision.refusal == nil else { return decision }
    let row = facts.all.first { $0.kind == kind && $0.address == code.phoneNumber }
    guard var channel = row, channel.isListed else { throw .channelNotFound }
    guard !channel.isOn else { return decision }
    channel.disabledAt = nil
    channel.off = nil
    channel.heardAt = moment.now.storable
    decision.mutations.append(.updateChannel(channel))
    decision.events.append(.channelsChanged(me))
    decision.record(.channelAdded, of: me, at: moment) { $0.channel = kind }
    decision.tell(facts.me, ChannelNotices.added(channel, code.id), at: moment)
    decision.touch(me, .channels)
    return decision
  }

  /// One place up or down. All browsers move together; at the end of the list nothing happens.
  public static func move(
    _ id: Channel.ID, _ direction: Channel.Direction, _ facts: ChannelFacts
  ) throws(Refusal) -> Decision {
    _ = try facts.listed(id)
    var groups = Channel.groups(facts.all.filter(\.isListed))
    guard let place = groups.firstIndex(where: { $0.contains { $0.id == id } }) else {
      throw .channelNotFound
    }
    let other = direction == .earlier ? place - 1 : place + 1
    guard groups.indices.contains(other) else { return Decision(.unchanged) }
    groups.swapAt(place, other)
    let me = facts.me.person.id
    var decision = Decision(events: [.channelsChanged(me)])
    for (position, group) in groups.enumerated() {
      for var channel in group where channel.position != position {
        channel.position = position
        decision.mutations.append(.updateChannel(channel))
      }
    }
    decision.touch(me, .channels)
    return decision
  }

  /// Switches a channel off, or on again. Switching it off notifies every channel, including this one.
  /// Switching it on without a code works only if the person had switched it off here.
  public static func setOn(
    _ id: Channel.ID, _ isOn: Bool, _ facts: ChannelFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    var channel = try facts.listed(id)
    let me = facts.me.person.id
    guard channel.isOn != isOn else { return Decision() }
    if isOn {
      guard channel.off == .byPerson else { throw .channelUnverified }
      channel.disabledAt = nil
      channel.off = nil
    } else {
      channel.disabledAt = moment.now.storable
      channel.off = .byPerson
      if facts.able.contains(channel.kind) { try facts.checkAlarmsCome(with: channel) }
    }
    var decision = Decision(events: [.channelsChanged(me)], mutations: [.updateChannel(channel)])
    if !isOn {
      decision.mutations.append(
        .withdrawFromChannel(id, me, keepsNotices: true, at: moment.now.storable))
    }
    decision.record(isOn ? .channelSwitchedOn : .channelSwitchedOff, of: me, at: moment) {
      $0.channel = channel.kind
    }
    if !isOn {
      decision.tell(facts.me, ChannelNotices.switchedOff(channel, moment.now), at: moment)
    }
    decision.touch(me, .channels)
    return decision
  }

  /// Removes a channel for good, and notifies the person on this channel and on those that are
  /// left. The row stays for a while, and security notices still go to it for a day. A channel that
  /// was never in use is deleted immediately.
  /// - Throws: ``Refusal/lastChannel``, ``Refusal/lastChannelAtNight``: an alert must still arrive.
  public static func remove(
    _ id: Channel.ID, _ facts: ChannelFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    let channel = try facts.listed(id)
    let me = facts.me.person.id
    let isWaiting = channel.off == .unverified
    var gone = channel
    // A channel that was removed before and now waits for a new code keeps the time of that
    // removal.
    if !isWaiting { gone.disabledAt = moment.now.storable }
    gone.off = .removed
    if channel.isOn, facts.able.contains(channel.kind) {
      try facts.checkAlarmsCome(with: gone)
    }
    var decision = Decision(
      events: [.channelsChanged(me)],
      mutations: [
        isWaiting && channel.heardAt == nil ? .deleteChannel(id) : .updateChannel(gone),
        .withdrawFromChannel(id, me, keepsNotices: true, at: moment.now.storable),
      ])
    decision.touch(me, .channels)
    // A channel that was never in use, or was removed before, goes without a notice.
    guard !isWaiting else { return decision }
    decision.record(.channelRemoved, of: me, at: moment) { $0.channel = channel.kind }
    var others = facts.me
    others.channels.removeAll { $0.id == id }
    decision.tell(others, ChannelNotices.removed(channel, moment.now), at: moment)
    return decision
  }

  /// Switches the channel off because its address no longer exists, and notifies the person by the
  /// remaining channels. The last channel for alerts stays on: a message that fails there is
  /// visibly failed, and an address that was wrongly reported as dead is still tried.
  /// - Parameter isSilent: whether a message of a duress alert revealed it. Then the person is
  ///   notified only in the app: a message to their other channels would be visible in their
  ///   readiness.
  static func lose(
    _ id: Channel.ID, _ facts: ChannelFacts, isSilent: Bool, _ decision: inout Decision,
    _ moment: Moment
  ) {
    guard let channel = facts.all.first(where: { $0.id == id }), channel.isOn else { return }
    decision.touch(facts.me.person.id, .channels)
    var gone = channel
    gone.disabledAt = moment.now.storable
    guard (try? facts.checkAlarmsCome(with: gone)) != nil else {
      decision.tell(facts.me, ChannelNotices.failing(channel, moment.now), at: moment)
      return
    }
    decision.mutations.append(.disableChannel(id, at: moment.now.storable))
    var others = facts.me
    others.channels.removeAll { $0.id == id }
    var notice = ChannelNotices.lost(channel, moment.now)
    if isSilent { notice.push = .never }
    decision.tell(others, notice, at: moment)
  }

  /// The same, discovered by the server: the carrier or push service reported that the recipient
  /// does not exist.
  public static func lose(
    _ id: Channel.ID, _ facts: ChannelFacts, isSilent: Bool, by actor: Actor, moment: Moment
  ) throws(Refusal) -> Decision {
    try actor.requireSystem()
    var decision = Decision()
    lose(id, facts, isSilent: isSilent, &decision, moment)
    return decision
  }

  /// Sets how this channel behaves during quiet hours.
  /// - Throws: ``Refusal/lastChannelAtNight``: at least one channel must bring alerts day and
  ///   night.
  public static func setQuiet(
    _ id: Channel.ID, _ quiet: Channel.Quiet, _ facts: ChannelFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    var channel = try facts.listed(id)
    let me = facts.me.person.id
    guard channel.quiet != quiet else { return Decision() }
    channel.quiet = quiet
    if quiet == .everything, channel.isOn, facts.able.contains(channel.kind) {
      try facts.checkAlarmsCome(with: channel)
    }
    var decision = Decision(events: [.channelsChanged(me)], mutations: [.updateChannel(channel)])
    decision.tell(facts.me, ChannelNotices.quiet(moment.now), at: moment)
    decision.touch(me, .channels)
    return decision
  }

  /// - Parameter hours: nil for none.
  public static func setQuietHours(
    _ hours: QuietHours?, of recipient: Recipient, moment: Moment
  ) throws(Refusal) -> Decision {
    let me = recipient.person
    if let hours {
      guard hours.isValid else { throw .invalidQuietHours }
      guard Zone(hours.zone.identifier) != nil else { throw .invalidZone }
    }
    var person = me
    person.quietHours = hours
    person.updatedAt = moment.now
    var decision = Decision(
      events: [.channelsChanged(me.id)], mutations: [.updatePerson(person)])
    if hours != me.quietHours {
      decision.tell(recipient, ChannelNotices.quiet(moment.now), at: moment)
    }
    decision.touch(me.id, .channels)
    return decision
  }
}

extension Channel {
  /// In the order in which a person's channels are tried. Raw values are on the wire.
  public enum Direction: String, Sendable, CaseIterable, Codable {
    case earlier
    case later
  }
}
