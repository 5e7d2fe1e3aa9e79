/// One request that changes the safety network: what is asked, the facts that decide it, and the
/// decision.
///
/// Its fields hold only what the caller sends; the door supplies the caller, because a field could be
/// forged. It runs both functions inside one transaction, and runs them again from the rows stored by then if another
/// writer was faster.
public protocol Command: Sendable {
  /// ``Member``, ``Visitor``, ``System`` or ``Bearer``.
  associatedtype Asker: LifeSignalModel.Asker
  associatedtype Facts
  associatedtype Answer: Sendable

  static var terms: Terms { get }

  /// Comes first: a request that it refuses takes from no limit of its own, and reads no row.
  /// - Throws: what the fields alone show to be wrong; nothing where the command has no other check.
  func check() throws(Refusal)

  /// - Throws: ``Refusal``, ``LedgerError``.
  func facts(by asker: Asker, from reads: some Reads, at moment: Moment) throws -> Facts

  func decide(
    _ facts: Facts, by asker: Asker, at moment: Moment
  ) throws(Refusal) -> Decided<Answer>
}

extension Command {
  /// "renamePasskey" of `RenamePasskey`: its name in logs, and in the API's description unless its
  /// route states another.
  public static var name: String { requestName(of: Self.self) }

  public func check() throws(Refusal) {}
}

/// A command that programs and pages can send: its fields are the request on the wire.
///
/// ``Endpoints`` lists all of them. System commands do not conform, so no route can reach them.
public protocol Endpoint: Command, Codable, Equatable where Answer: Codable {
  static var route: Route { get }
}

extension Endpoint {
  public static var terms: Terms { route.terms }
}

/// A read that programs and pages can ask for: its fields are the request on the wire.
public protocol Query: Codable, Equatable, Sendable {
  associatedtype Answer: Codable & Sendable

  static var route: Route { get }

  /// - Throws: ``Refusal``, ``LedgerError``.
  func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> Answer
}

extension Query {
  /// "getPasskeys" of `GetPasskeys`: its name in the API's description.
  public static var name: String { requestName(of: Self.self) }
}

private func requestName(of type: Any.Type) -> String {
  let name = "\(type)"
  return name.prefix(1).lowercased() + name.dropFirst()
}

/// A query whose answer pages keep up to date.
public protocol FollowedQuery: Query {
  /// The parts of the member's view that change its answer.
  static var topics: ChangeSet { get }
}

/// A query of at most a hundred rows that are found by their keys: several are read together.
public protocol BriefQuery: Query {}

/// A decision, and the answer to the asker after its commit.
@dynamicMemberLookup
public struct Decided<Answer: Sendable>: Sendable {
  public var decision: Decision
  private let source: Source

  private enum Source: Sendable {
    case known(Answer)
    case stored(@Sendable (any Reads) throws -> Answer)
  }

  public init(_ decision: Decision, _ answer: Answer) {
    self.decision = decision
    source = .known(answer)
  }

  /// - Parameter read: the answer, from the rows as the commit leaves them.
  public init(_ decision: Decision, stored read: @escaping @Sendable (any Reads) throws -> Answer) {
    self.decision = decision
    source = .stored(read)
  }

  /// - Parameter reads: of the transaction that has stored the decision.
  public func answer(from reads: any Reads) throws -> Answer {
    switch source {
    case .known(let answer): answer
    case .stored(let read): try read(reads)
    }
  }

  /// A decision that is refused after its commit, and so has no answer.
  /// - Precondition: it has a refusal.
  init(refused decision: Decision) {
    self.init(decision) { _ in throw decision.refusal ?? .notAllowed }
  }

  /// The same decision with its answer in another form.
  public func map<Other>(
    _ form: @escaping @Sendable (Answer) -> Other
  ) -> Decided<Other> {
    switch source {
    case .known(let answer): Decided<Other>(decision, form(answer))
    case .stored(let read): Decided<Other>(decision) { form(try read($0)) }
    }
  }

  /// Nil where it is read from the stored rows.
  public var answer: Answer? {
    if case .known(let answer) = source { answer } else { nil }
  }
}

extension Decided {
  public subscript<Value>(dynamicMember part: KeyPath<Decision, Value>) -> Value {
    decision[keyPath: part]
  }
}

extension Decided where Answer == Empty {
  public init(_ decision: Decision) { self.init(decision, Empty()) }
}

extension Decided where Answer == Outcome {
  /// For the server itself: ``Outcome/unchanged`` if nothing was left to do.
  public init(_ decision: Decision) { self.init(decision, decision.outcome) }
}
