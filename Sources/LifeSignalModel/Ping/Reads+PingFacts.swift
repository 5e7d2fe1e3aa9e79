import Foundation

extension Reads {
  public func pingPair(
    from sender: Person.ID, to recipient: Person.ID, at moment: Moment
  ) throws -> PingPair {
    var pair = PingPair(sender: try self.recipient(sender), recipient: nil)
    guard let person = try person(recipient) else { return pair }
    pair.recipient = Recipient(person: person, channels: try channels(of: recipient))
    pair.relation = try relation(of: sender, with: recipient)
    pair.mirror = try relation(of: recipient, with: sender)
    pair.pending = try pendingPing(from: sender, to: recipient)
    pair.recent = try pings(
      from: sender, to: recipient, since: moment.now - PingRules.window)
    return pair
  }

  public func pingLists(of me: Person.ID, limit: Int = 100) throws -> PingLists {
    // In a query of their own: newer ones must not push a waiting one out of the limit.
    let waiting = try pendingPings(to: me).map { ping in
      PingData(
        PingFacts(
          ping: ping, senderName: try person(ping.sender)?.name,
          recipientName: try person(me)?.name))
    }
    return PingLists(
      pending: waiting,
      history: try pings(of: me, limit: limit).map(PingData.init)
        .filter { $0.recipientID != me || $0.status != .pending })
  }

  public func parties(of id: PingData.ID) throws -> PingParties? {
    guard let ping = try ping(id) else { return nil }
    return PingParties(
      ping: ping, sender: try recipient(ping.sender),
      recipient: try recipient(ping.recipient), remaining: try remaining(ping))
  }

  public func pendingPingParties(to me: Person.ID) throws -> [PingParties] {
    let mine = try recipient(me)
    return try pendingPings(to: me).map { ping in
      PingParties(
        ping: ping, sender: try recipient(ping.sender), recipient: mine,
        remaining: try remaining(ping))
    }
  }

  /// An unreadable row must not keep an answer from its sender, and may reveal nothing.
  private func remaining(_ ping: Ping) throws -> RemainingAlert? {
    guard ping.status == .pending else { return nil }
    let alerts = try reading { try openAlerts(of: ping.recipient) } ?? []
    if let duress = alerts.first(where: { $0.kind == .duress }),
      try reading({ try mayKnow(ping.sender, of: duress) }) ?? false
    {
      return .duress
    }
    return alerts.contains { $0.kind == .manual || $0.kind == .travel } ? .open : nil
  }
}
