public import Foundation

/// One side of a relation: the agreement of `owner` with `peer`.
///
/// Relations are stored as two mirrored rows, written together: `isResponder` of one equals
/// `isDependent` of the other. Until both are `.accepted` neither side sees or receives anything.
public struct Relation: Equatable, Sendable {
  public var owner: Person.ID
  public var peer: Person.ID
  /// The peer is notified about the owner's missed check-ins and alerts, and may ping the owner.
  public var isResponder: Bool
  /// The owner is notified about the peer's missed check-ins and alerts, and may ping the peer.
  public var isDependent: Bool
  /// `.requestedByMe` means by `owner`.
  public var status: RelationStatus
  public var sendPings: Bool
  public var receivePings: Bool
  /// Notify the owner when the peer checks in after a missed deadline.
  public var notifyOnCheckIn: Bool
  /// Notify the owner when the peer misses a deadline.
  public var notifyOnExpiry: Bool
  /// Private to the owner.
  public var nickname: String?
  /// Private to the owner.
  public var notes: String?
  public var addedAt: Date
  public var updatedAt: Date
  /// Every stored update increases it; an update wins only against the revision it was made from.
  public var revision: Int64
  /// Within an accepted relation: `.requestedByMe` while the owner waits for the peer's answer whether
  /// they will be the owner's responder, `.requestedByThem` on the other side. Nil without a request.
  public var responderRequest: RelationStatus?

  public init(
    owner: Person.ID, peer: Person.ID, isResponder: Bool, isDependent: Bool,
    status: RelationStatus, sendPings: Bool = true, receivePings: Bool = true,
    notifyOnCheckIn: Bool = true, notifyOnExpiry: Bool = true, nickname: String? = nil,
    notes: String? = nil, addedAt: Date, updatedAt: Date, revision: Int64 = 0,
    responderRequest: RelationStatus? = nil
  ) {
    self.owner = owner
    self.peer = peer
    self.isResponder = isResponder
    self.isDependent = isDependent
    self.status = status
    self.sendPings = sendPings
    self.receivePings = receivePings
    self.notifyOnCheckIn = notifyOnCheckIn
    self.notifyOnExpiry = notifyOnExpiry
    self.nickname = nickname
    self.notes = notes
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.revision = revision
    self.responderRequest = responderRequest
  }
}
