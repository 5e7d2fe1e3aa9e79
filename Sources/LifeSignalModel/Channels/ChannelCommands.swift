extension Endpoints {
  static let channels: [any Endpoint.Type] = [
    MoveChannel.self, SetChannelOn.self, RemoveChannel.self, SetChannelQuiet.self,
    SetQuietHours.self, TestChannel.self,
  ]
  static let channelQueries: [any Query.Type] = [GetChannels.self]
}

/// A member's change of one of their channels, which the others decide too.
public protocol ChannelCommand: Command where Asker == Member, Facts == ChannelFacts {}

extension ChannelCommand {
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ChannelFacts { try reads.channelFacts(of: me.id, at: moment) }
}

/// The member's channels, and how reliable they are.
public struct GetChannels: FollowedQuery {
  public init() {}

  public static let topics: ChangeSet = [.channels, .contacts]
  public static let route = Route.get(
    "/channels",
    summary: "Lists how the person is reached, in order, with quiet hours and readiness.",
    for: .token(.read))

  /// - Throws: ``Refusal/personNotFound``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ChannelList {
    ChannelList(
      try reads.channelFacts(of: me.id, at: moment),
      deliveries: try reads.newestDeliveries(of: me.id), drill: try reads.drill(of: me.id),
      responders: try reads.readiness(ofRespondersOf: me.id, among: moment.channels),
      at: moment.now)
  }
}

/// Moves a channel one place up or down.
public struct MoveChannel: Endpoint, ChannelCommand {
  public var id: Channel.ID
  public var direction: Channel.Direction

  public init(id: Channel.ID, direction: Channel.Direction) {
    self.id = id
    self.direction = direction
  }

  public static let route = Route(
    .post, "/channels/{id}/move", summary: "Moves a channel one place earlier or later.",
    for: .token(.account), .ordinary)

  public func decide(
    _ facts: ChannelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelRules.move(id, direction, facts))
  }
}

/// Switches a channel off, or on again. Only people themselves may switch, remove and silence the
/// channels for alerts.
public struct SetChannelOn: Endpoint, ChannelCommand {
  public var id: Channel.ID
  public var isOn: Bool

  public init(id: Channel.ID, isOn: Bool) {
    self.id = id
    self.isOn = isOn
  }

  public static let route = Route(
    .put, "/channels/{id}/on", summary: "Switches a channel off, or on again.", for: .session,
    .ordinary)

  public func decide(
    _ facts: ChannelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelRules.setOn(id, isOn, facts, moment: moment))
  }
}

/// Removes a channel for good.
public struct RemoveChannel: Endpoint, ChannelCommand {
  public var id: Channel.ID

  public init(id: Channel.ID) { self.id = id }

  public static let route = Route(
    .delete, "/channels/{id}",
    summary: "Removes a channel for good; never the last one an alarm can come by.",
    for: .session, .ordinary)

  public func decide(
    _ facts: ChannelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelRules.remove(id, facts, moment: moment))
  }
}

/// Sets how one channel behaves during the member's quiet hours.
public struct SetChannelQuiet: Endpoint, ChannelCommand {
  public var id: Channel.ID
  public var quiet: Channel.Quiet

  public init(id: Channel.ID, quiet: Channel.Quiet) {
    self.id = id
    self.quiet = quiet
  }

  public static let route = Route(
    .put, "/channels/{id}/quiet", summary: "Sets what quiet hours mean for a channel.",
    for: .session, .ordinary)

  public func decide(
    _ facts: ChannelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelRules.setQuiet(id, quiet, facts, moment: moment))
  }
}

/// Sets the member's quiet hours, at most 16 hours of every day.
public struct SetQuietHours: Endpoint {
  /// Nil for none.
  public var hours: QuietHours?

  public init(hours: QuietHours?) { self.hours = hours }

  public static let route = Route(
    .put, "/user/quiet-hours",
    summary: "Sets the quiet hours, at most 16 hours of every day; null for none.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Recipient { try reads.recipient(me.id) }

  public func decide(
    _ recipient: Recipient, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelRules.setQuietHours(hours, of: recipient, moment: moment))
  }
}

/// Sends a message to one channel alone, so that the member sees whether it arrives.
public struct TestChannel: Endpoint, ChannelCommand {
  public var id: Channel.ID

  public init(id: Channel.ID) { self.id = id }

  public static let route = Route(
    .post, "/channels/{id}/test",
    summary: "Sends a message to one channel alone. How far it has come is in the list.",
    for: .token(.account),
    Terms(isVital: false, lane: .prompt, isLogged: false, budget: .tests))

  public func decide(
    _ facts: ChannelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ChannelTestRules.send(id, facts, moment: moment))
  }
}
