public import Foundation

/// The outcomes of one person's contact requests to another.
public struct RequestHistory: Equatable, Sendable {
  /// The person who was asked.
  public var owner: Person.ID
  public var asker: Person.ID
  /// Requests that were declined or withdrawn. At least 0.
  public var refusals: Int
  /// The last of them; or, without one, when the owner blocked the sender.
  public var refusedAt: Date
  /// When the owner blocked further requests; nil while they are allowed.
  public var blockedAt: Date?

  public init(
    owner: Person.ID, asker: Person.ID, refusals: Int = 0, refusedAt: Date, blockedAt: Date? = nil
  ) {
    self.owner = owner
    self.asker = asker
    self.refusals = refusals
    self.refusedAt = refusedAt
    self.blockedAt = blockedAt
  }

  /// Requests that may fail before the sender has to wait.
  public static let freeRefusals = 2
  /// Seconds from the last one until the next request: 30 days.
  public static let pause: TimeInterval = 30 * 86_400

  /// Whether the sender may ask. A refusal from more than a minute ahead was stored before the
  /// clock was set back, and blocks no request.
  public func allowsRequest(at now: Date) -> Bool {
    guard blockedAt == nil else { return false }
    let age = now.timeIntervalSince(refusedAt)
    return refusals < Self.freeRefusals || age >= Self.pause || age < -60
  }
}

/// A person whose requests the viewer has blocked.
public struct BlockedAsker: Identifiable, Equatable, Codable, Sendable {
  public var id: Person.ID
  public var name: String
  public var blockedAt: Date

  public init(id: Person.ID, name: String, blockedAt: Date) {
    self.id = id
    self.name = name
    self.blockedAt = blockedAt
  }
}

/// Limits on repeated requests.
///
/// The sender learns only that a request is not possible now: a pause and a block look the same.
public enum RequestRules {
  /// - Parameter history: the outcomes of `me`'s requests to the other person.
  /// - Throws: ``Refusal/requestNotPossible``.
  public static func check(_ history: RequestHistory?, at now: Date) throws(Refusal) {
    guard history?.allowsRequest(at: now) ?? true else { throw .requestNotPossible }
  }

  /// Declines the pending request, and blocks further ones from the same person.
  /// - Throws: ``Refusal/notYoursToAccept`` if the other side has no pending request,
  ///   ``Refusal/contactNotFound`` without a relation.
  public static func block(_ facts: RelationFacts, moment: Moment) throws(Refusal) -> Decision {
    guard let mine = facts.relation else {
      // They have withdrawn it in the meantime.
      guard var history = facts.mine else { throw .contactNotFound }
      history.blockedAt = history.blockedAt ?? moment.now.storable
      return Decision(mutations: [.keepRequestHistory(history)])
    }
    guard mine.status == .requestedByThem || mine.responderRequest == .requestedByThem else {
      throw .notYoursToAccept
    }
    var decision = try RelationRules.decline(facts, moment: moment)
    for index in decision.mutations.indices {
      guard case .keepRequestHistory(var history) = decision.mutations[index] else { continue }
      history.blockedAt = moment.now.storable
      decision.mutations[index] = .keepRequestHistory(history)
    }
    return decision
  }

  /// Allows the same person to ask again; does nothing if they were not blocked.
  public static func allow(_ asker: Person.ID, of me: Person.ID) -> Decision {
    var decision = Decision(mutations: [.forgetRequestHistory(owner: me, asker: asker)])
    decision.touch(me, .contacts)
    return decision
  }

  /// Counts one more failed request of `asker` to `owner`.
  static func note(
    _ history: RequestHistory?, _ owner: Person.ID, _ asker: Person.ID,
    _ decision: inout Decision, _ moment: Moment
  ) {
    var history =
      history ?? RequestHistory(owner: owner, asker: asker, refusedAt: moment.now.storable)
    history.refusals = min(history.refusals, 1_000) + 1
    history.refusedAt = moment.now.storable
    decision.mutations.append(.keepRequestHistory(history))
  }
}
