import Foundation

extension Reads {
  func channelFacts(of me: Person.ID, at moment: Moment) throws -> ChannelFacts {
    try channelFacts(of: me, among: moment.channels)
  }

  public func channelFacts(of me: Person.ID, among kinds: ChannelKinds) throws -> ChannelFacts {
    ChannelFacts(
      me: try recipient(me), all: try allChannels(of: me), able: kinds.able, offered: kinds.offered)
  }

  /// Whether the recipient still has the channel and the address that this message went to.
  public func isStillThere(_ delivery: Delivery) throws -> Bool {
    try channels(of: delivery.person).contains {
      $0.id == delivery.channel && $0.address == delivery.address
    }
  }

  /// The stored facts about the channels of everyone who would be notified.
  public func readiness(
    ofRespondersOf me: Person.ID, among kinds: ChannelKinds
  ) throws -> [ReadinessFacts.Responder] {
    try shownResponders(of: me).map { responder, deliveries in
      ReadinessFacts.Responder(
        responder, able: kinds.able, deliveries: deliveries,
        links: try reading { try drill(of: responder.person.id)?.links ?? [] } ?? [])
    }
  }

  /// The accepted responders, with their channels as others may see them, and the newest messages
  /// to each.
  ///
  /// No effect of a duress alert shows while it is on: its messages are left out, an address that
  /// it found dead still counts as working, and browsers or phones added since are hidden.
  public func shownResponders(of me: Person.ID) throws -> [(Recipient, [Delivery])] {
    try responders(of: me).map { responder in
      let id = responder.person.id
      // The newest messages show the present state; older facts are in the drill.
      let few = 20
      let newest = try deliveries(of: id, limit: few)
      let known = try silence(knownTo: id)
      guard try known != nil || !silentAlarms(among: newest).isEmpty else {
        return (responder, newest)
      }
      var others = try newestDeliveries(of: id)
      let silent = try silentAlarms(among: others)
      others.removeAll { $0.isAbout(silent) }
      // If nothing else shows when it began, the messages may.
      let since = known == .distantFuture ? nil : known
      var shown = responder
      shown.channels = try allChannels(of: id)
        .compactMap { $0.asBefore(since ?? silent.values.min() ?? .distantFuture) }
      return (shown, Array(others.prefix(few)))
    }
  }
}

extension Delivery {
  /// Whether it is about one of these alerts.
  func isAbout(_ alarms: [AlertRecord.ID: Date]) -> Bool {
    alert.map { alarms[$0] != nil } ?? false
  }
}
