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

  /// The effects of a page that a person opens. If they may know of a duress alert, it may be the
  /// reason for opening the page, so no channel counts as having responded until the alert is over.
  /// Whether a device is present is nevertheless believed where the device's registration depends
  /// on it: ``Reads/mayBeUnheard(_:at:)``.
  /// - Parameters:
  ///   - since: when they were notified; see ``Reads/silence(knownTo:)``.
  ///   - former: the stored row of the device that the decision may add.
  func kept(after since: Date?, former: Channel?) -> Decision {
    guard let since else { return self }
    var decision = unheard
    decision.mutations = decision.mutations.flatMap {
      $0.renewed(after: since, former: former, isWanted: isWanted)
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
  fileprivate func renewed(after since: Date, former: Channel?, isWanted: Bool) -> [Mutation] {
    guard case .insertChannel(var channel) = self, let former, let off = former.disabledAt,
      off < since, former.off == nil || isWanted
    else { return [self] }
    (channel.position, channel.quiet) = (former.position, former.quiet)
    return [.deleteChannel(former.id), .insertChannel(channel)]
  }
}
