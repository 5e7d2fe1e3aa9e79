public import Foundation

/// A code as stored: never the code, only its hash.
///
/// The random id goes to the client that requested the code, so a code is bound to its request.
/// Several codes for one number may be valid: requesting one for another person's number must not
/// invalidate theirs.
public struct OneTimeCode: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<OneTimeCode>

  /// The purposes a code can serve. A code requested for one purpose is not accepted for another.
  public enum Purpose: Equatable, Sendable {
    case signIn
    /// Sent to the number the person wants to move to.
    case numberChange(Person.ID)
    /// Sent to the person's own number or e-mail address.
    case deletion(Person.ID)
    /// Sent there too, to show that it is still they.
    case proof(Person.ID)
    /// Sent to an address of this kind at which the person wants to be reached.
    case channel(Person.ID, ChannelKind)

    /// The member who requested the code to their own account's address; nil where anyone may have
    /// requested it.
    public var owner: Person.ID? {
      switch self {
      case .proof(let person), .deletion(let person): person
      case .signIn, .numberChange, .channel: nil
      }
    }
  }

  public var id: ID
  /// Where it was sent: E.164, an e-mail address, or the address of a channel.
  public var phoneNumber: String
  public var phoneRegion: Region
  public var hash: Data
  public var createdAt: Date
  public var expiresAt: Date
  /// Tries made, 0–5; a sixth is refused unread.
  public var attempts: Int
  public var usedAt: Date?
  public var purpose: Purpose
  /// With which a stranger's address becomes a member's.
  public var invitation: Invitation.ID?

  public init(
    id: ID, phoneNumber: String, phoneRegion: Region, hash: Data, createdAt: Date,
    expiresAt: Date, attempts: Int = 0, usedAt: Date? = nil, purpose: Purpose = .signIn,
    invitation: Invitation.ID? = nil
  ) {
    self.id = id
    self.phoneNumber = phoneNumber
    self.phoneRegion = phoneRegion
    self.hash = hash
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.attempts = attempts
    self.usedAt = usedAt
    self.purpose = purpose
    self.invitation = invitation
  }
}
