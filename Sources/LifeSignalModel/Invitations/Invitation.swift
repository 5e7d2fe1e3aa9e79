public import Foundation

/// A link with which one person opens an account, or grants its maker's wish, as stored: never its token,
/// only the token's hash.
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

  /// The relation that its maker asks for.
  public enum Wish: String, Codable, Sendable, CaseIterable {
    /// Its maker asks to be watched over.
    case watchOverMe
    /// Its maker offers to watch over the person who accepts.
    case watchOverYou
    /// That of a later release: leads to no relation.
    case unknown

    public static let allCases: [Wish] = [.watchOverMe, .watchOverYou]
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
  /// Nil where it only opens an account.
  public var wish: Wish?
  /// When the wish was granted by ``usedBy``, once for all.
  public var acceptedAt: Date?

  public init(
    id: ID, inviter: Person.ID?, hash: Data, kind: Kind = .ordinary, createdAt: Date,
    expiresAt: Date, usedAt: Date? = nil, usedBy: Person.ID? = nil, withdrawnAt: Date? = nil,
    wish: Wish? = nil, acceptedAt: Date? = nil
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
    self.wish = wish
    self.acceptedAt = acceptedAt
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
  /// The relation that it asks for; nil where it only opens an account.
  public var wish: Invitation.Wish?

  public init(
    id: Invitation.ID, createdAt: Date, expiresAt: Date, wish: Invitation.Wish? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.wish = wish
  }

  public init(_ invitation: Invitation) {
    self.init(
      id: invitation.id, createdAt: invitation.createdAt, expiresAt: invitation.expiresAt,
      wish: invitation.wish?.known)
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
  /// The relation that the member asks for.
  public var wish: Invitation.Wish?
  /// Seconds within which a member who asks to be watched over checks in; nil if they do so at times of
  /// day.
  public var interval: TimeInterval?

  public init(
    inviter: String?, isFromOperator: Bool, expiresAt: Date, wish: Invitation.Wish? = nil,
    interval: TimeInterval? = nil
  ) {
    self.inviter = inviter
    self.isFromOperator = isFromOperator
    self.expiresAt = expiresAt
    self.wish = wish
    self.interval = interval
  }

  init(of invitation: Invitation, by inviter: Person?, watch: Watch?) {
    let name = inviter?.profile.firstName ?? ""
    let isWatched = invitation.wish == .watchOverMe
    self.init(
      inviter: name.isEmpty ? nil : name, isFromOperator: invitation.inviter == nil,
      expiresAt: invitation.expiresAt, wish: invitation.wish?.known,
      interval: isWatched && watch?.times == nil ? watch?.interval : nil)
  }
}

extension Invitation.Wish {
  /// Nil for one that this release does not know.
  var known: Self? { self == .unknown ? nil : self }
}
