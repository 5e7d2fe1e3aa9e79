public import Foundation

/// Reads how reliably the people who would be notified are reached.
extension Reads {
  /// The stored facts about the channels of everyone who would be notified.
  /// - Parameter able: the kinds of channel by which this server can deliver an alert.
  public func readiness(
    ofRespondersOf me: Person.ID, able: Set<ChannelKind>
  ) throws -> [ReadinessFacts.Responder] {
    try shownResponders(of: me).map { responder, deliveries in
      ReadinessFacts.Responder(
        responder, able: able, deliveries: deliveries,
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
  public func isAbout(_ alarms: [AlertRecord.ID: Date]) -> Bool {
    alert.map { alarms[$0] != nil } ?? false
  }
}
