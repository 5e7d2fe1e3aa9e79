public import Foundation

extension Invitation {
  public static let lists = [byHash, ofMember, openOfMember, open]
  static let byHash = Rows<Invitation>(.equal("token_hash"))
  static let ofMember = Rows<Invitation>(
    .equal("inviter_id"), order: .falling("created_at"), .falling("id"))
  static let openOfMember = Rows<Invitation>(
    .equal("inviter_id"), .missing("used_at"), .missing("withdrawn_at"), .above("expires_at"),
    order: .falling("created_at"), .falling("id"))
  static let open = Rows<Invitation>(
    .missing("used_at"), .missing("withdrawn_at"), .above("expires_at"),
    order: .rising("expires_at"))
}

/// Reads of invitations. An end that cannot be read counts as reached.
extension RecordReads {
  /// The invitation with this id, open or not.
  public func invitation(_ id: Invitation.ID) throws -> Invitation? { try find(id) }

  /// The invitation whose token has this hash, open or not.
  public func invitation(hash: Data) throws -> Invitation? {
    try first(Invitation.byHash, .bytes(hash))
  }

  /// All that this member has made, newest first.
  public func invitations(by inviter: Person.ID, limit: Int) throws -> [Invitation] {
    try list(Invitation.ofMember, .id(inviter), limit: limit)
  }

  /// Those that this member has made and that can still be used at `now`, newest first.
  public func openInvitations(by inviter: Person.ID, at now: Date) throws -> [Invitation] {
    try list(Invitation.openOfMember, .id(inviter), .date(now)).filter { $0.isOpen(at: now) }
  }

  /// All that can still be used at `now`, the members' too; those that expire first come first.
  public func openInvitations(at now: Date) throws -> [Invitation] {
    try list(Invitation.open, .date(now)).filter { $0.isOpen(at: now) }
  }
}
