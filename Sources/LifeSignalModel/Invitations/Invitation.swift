public import Foundation

/// A link with which one person opens an account, as stored: never its token, only the token's hash.
public struct Invitation: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Invitation>

  /// What an invitation is for. All of them open one account.
  public enum Kind: String, Sendable {
    case ordinary
    /// Printed by a server on which no one is registered.
    case owner
    /// That of a later release.
    case unknown
  }

  public var id: ID
  /// The member who made it; nil for the operator.
  public var inviter: Person.ID?
  /// SHA-256 of the token; unique.
  public var hash: Data
  public var kind: Kind
  public var createdAt: Date
  public var expiresAt: Date
  public var usedAt: Date?
  /// The account that was opened with it, while it exists.
  public var usedBy: Person.ID?
  public var withdrawnAt: Date?

  public init(
    id: ID, inviter: Person.ID?, hash: Data, kind: Kind = .ordinary, createdAt: Date,
    expiresAt: Date, usedAt: Date? = nil, usedBy: Person.ID? = nil, withdrawnAt: Date? = nil
  ) {
    self.id = id
    self.inviter = inviter
    self.hash = hash
    self.kind = kind
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.usedAt = usedAt
    self.usedBy = usedBy
    self.withdrawnAt = withdrawnAt
  }

  /// Whether it can be used at `now`.
  public func isOpen(at now: Date) -> Bool {
    usedAt == nil && withdrawnAt == nil && expiresAt > now
  }
}

/// An open invitation as the member who made it reads it.
public struct InvitationData: Identifiable, Equatable, Codable, Sendable {
  public var id: Invitation.ID
  public var createdAt: Date
  public var expiresAt: Date

  public init(id: Invitation.ID, createdAt: Date, expiresAt: Date) {
    self.id = id
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  public init(_ invitation: Invitation) {
    self.init(
      id: invitation.id, createdAt: invitation.createdAt, expiresAt: invitation.expiresAt)
  }
}

/// A member's open invitations.
public struct InvitationList: Equatable, Codable, Sendable {
  /// Newest first.
  public var invitations: [InvitationData]
  /// Whether members of this server may invite others.
  public var isOffered: Bool

  public init(invitations: [InvitationData], isOffered: Bool) {
    self.invitations = invitations
    self.isOffered = isOffered
  }
}

/// An invitation that has just been made. The token is shown once and stored nowhere.
public struct NewInvitation: Equatable, Codable, Sendable, CustomStringConvertible {
  /// The end of the link: `/join/<token>`.
  public var token: String
  public var details: InvitationData

  public init(token: String, details: InvitationData) {
    self.token = token
    self.details = details
  }

  public var description: String { "<invitation \(details.id)>" }
}

/// What a person who has a link learns about it.
public struct InvitationOffer: Equatable, Codable, Sendable {
  /// The first name of the member who made it; nil for the operator, and for a member without a name.
  public var inviter: String?
  public var isFromOperator: Bool
  public var expiresAt: Date

  public init(inviter: String?, isFromOperator: Bool, expiresAt: Date) {
    self.inviter = inviter
    self.isFromOperator = isFromOperator
    self.expiresAt = expiresAt
  }
}
