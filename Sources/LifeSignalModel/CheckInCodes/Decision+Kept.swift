import Foundation

extension Decision {
  /// A decision about a duress alert without everything its person could see: their page is not
  /// updated, and no channel counts as having responded, since their readiness would show that.
  public func kept(about alert: Alert?) -> Decision {
    guard let alert, alert.isSilent else { return self }
    var decision = unheard
    decision.keep(from: alert.person)
    return decision
  }

  /// Without the note that a channel has responded.
  fileprivate var unheard: Decision {
    var decision = self
    decision.mutations.removeAll { if case .hearChannel = $0 { true } else { false } }
    return decision
  }

  /// The effects of a page that `me` opens. If they may know of a duress alert, it may be the
  /// reason for opening the page, so no channel counts as having responded until the alert is over.
  /// Whether a device is present is nevertheless believed where the device's registration depends
  /// on it: ``Reads/mayBeUnheard(_:at:)``.
  public func kept(of me: Person.ID, in tx: some Reads) throws -> Decision {
    let speaks = mutations.contains {
      switch $0 {
      case .hearChannel, .insertChannel: true
      default: false
      }
    }
    guard speaks, let since = try tx.silence(knownTo: me) else { return self }
    var decision = unheard
    decision.mutations = try decision.mutations.flatMap {
      try $0.anew(after: since, in: tx, isWanted: isWanted)
    }
    return decision
  }

  /// Whether a person has switched on what they had switched off.
  private var isWanted: Bool {
    mutations.contains { if case .enableChannel = $0 { true } else { false } }
  }
}

extension Mutation {
  /// A device that was off already when the alert began returns as a new row, which shows that it
  /// came later: the old row could not show that.
  fileprivate func anew(
    after since: Date, in tx: some Reads, isWanted: Bool
  ) throws -> [Mutation] {
    guard case .insertChannel(var channel) = self,
      let former = try tx.channel(of: channel.person, channel.kind, at: channel.address),
      let off = former.disabledAt, off < since, former.off == nil || isWanted
    else { return [self] }
    (channel.position, channel.quiet) = (former.position, former.quiet)
    return [.deleteChannel(former.id), .insertChannel(channel)]
  }
}
