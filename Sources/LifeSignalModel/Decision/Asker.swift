/// A caller whose kind is checked.
public protocol Asker: Sendable {
  /// - Throws: ``Refusal/notSignedIn``, ``Refusal/notAllowed`` if the caller is of another kind.
  init(_ actor: Actor, as context: RequestContext) throws(Refusal)

  var actor: Actor { get }
}

extension Asker {
  /// A caller without a key, who is no program.
  public init(_ actor: Actor) throws(Refusal) { try self.init(actor, as: RequestContext()) }
}

/// A member: on a signed-in device, or known by an access token or their own phone.
public struct Member: Asker {
  public let id: Person.ID
  /// Nil if the member is not known by a session.
  public let session: SessionID?
  public let context: RequestContext

  public init(
    _ id: Person.ID, in session: SessionID? = nil, as context: RequestContext = RequestContext()
  ) {
    self.id = id
    self.session = session
    self.context = context
  }

  public init(_ actor: Actor, as context: RequestContext) throws(Refusal) {
    switch actor {
    case .person(let id): self.init(id, as: context)
    case .session(let session, let id): self.init(id, in: session, as: context)
    case .visitor, .system: throw .notSignedIn
    }
  }

  public var actor: Actor { session.map { .session($0, of: id) } ?? .person(id) }

  /// For what only a signed-in device may do.
  /// - Throws: ``Refusal/sessionRequired``.
  func requireSession() throws(Refusal) -> SessionID {
    guard let session else { throw .sessionRequired }
    return session
  }
}

/// The server itself: its loops and its operator.
public struct System: Asker {
  public init() {}

  public init(_ actor: Actor, as context: RequestContext) throws(Refusal) {
    try actor.requireSystem()
  }

  public var actor: Actor { .system }
}

/// A caller of any kind, who holds the secret that the request names: it is what permits the request.
public struct Bearer: Asker {
  public let actor: Actor

  public init(_ actor: Actor) { self.actor = actor }

  public init(_ actor: Actor, as context: RequestContext) { self.init(actor) }
}
