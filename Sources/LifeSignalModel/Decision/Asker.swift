/// A caller whose kind is checked.
public protocol Asker: Sendable {
  /// - Throws: ``Refusal/notSignedIn``, ``Refusal/notAllowed`` if the caller is of another kind.
  init(_ actor: Actor, from origin: Origin) throws(Refusal)

  var actor: Actor { get }
  var origin: Origin { get }
}

extension Asker {
  /// From nowhere that is known: see ``Origin/unknown``.
  public init(_ actor: Actor) throws(Refusal) { try self.init(actor, from: .unknown) }
}

/// A member: on a signed-in device, or known by an access token or their own phone.
public struct Member: Asker {
  public let id: Person.ID
  /// Nil if the member is not known by a session.
  public let session: SessionID?
  public let origin: Origin

  public init(_ id: Person.ID, in session: SessionID? = nil, from origin: Origin = .unknown) {
    self.id = id
    self.session = session
    self.origin = origin
  }

  public init(_ actor: Actor, from origin: Origin) throws(Refusal) {
    switch actor {
    case .person(let id): self.init(id, from: origin)
    case .session(let session, let id): self.init(id, in: session, from: origin)
    case .visitor, .system: throw .notSignedIn
    }
  }

  public var actor: Actor { session.map { .session($0, of: id) } ?? .person(id) }

  /// For what only a signed-in device may do.
  /// - Throws: ``Refusal/sessionRequired``.
  public func requireSession() throws(Refusal) -> SessionID {
    guard let session else { throw .sessionRequired }
    return session
  }
}

/// A caller who has not signed in.
public struct Visitor: Asker {
  public let origin: Origin

  public init(from origin: Origin) { self.origin = origin }

  public init(_ actor: Actor, from origin: Origin) throws(Refusal) {
    guard actor == .visitor else { throw .notAllowed }
    self.origin = origin
  }

  public var actor: Actor { .visitor }
}

/// The server itself: its loops and its operator.
public struct System: Asker {
  public init() {}

  public init(_ actor: Actor, from origin: Origin) throws(Refusal) { try actor.requireSystem() }

  public var actor: Actor { .system }
  public var origin: Origin { .unknown }
}

/// A caller of any kind, who holds the secret that the request names: it is what permits the request.
public struct Bearer: Asker {
  public let actor: Actor
  public let origin: Origin

  public init(_ actor: Actor, from origin: Origin = .unknown) {
    self.actor = actor
    self.origin = origin
  }
}
