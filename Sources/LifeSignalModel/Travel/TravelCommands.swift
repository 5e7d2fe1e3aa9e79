public import Foundation

extension Endpoints {
  static let travel: [any Endpoint.Type] = [
    StartTravel.self, ExtendTravel.self, Arrive.self, CancelTravel.self,
  ]
  static let travelQueries: [any Query.Type] = [GetTravel.self]
}

/// What a member asks about one of their trips.
public protocol TravelCommand: Command where Asker == Member, Facts == TravelFacts {
  var id: TravelData.ID { get }
}

extension TravelCommand {
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> TravelFacts { try reads.travelFacts(of: me.id, naming: id) }
}

/// Starts a trip: the responders are notified with the note unless the person has arrived by `due`.
/// The same request again is a repeat, not a second trip.
public struct StartTravel: Endpoint {
  /// At most 48 hours from now.
  public var due: Date
  /// At most 500 characters.
  public var note: String

  public init(due: Date, note: String) {
    self.due = due
    self.note = note
  }

  public static let route = Route(
    .post, "/travel", summary: "Starts a trip, to have arrived by an instant.",
    for: .token(.checkIn), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> TravelFacts { try reads.travelFacts(of: me.id) }

  public func decide(
    _ facts: TravelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<TravelData> {
    try TravelRules.start(facts, due: due, note: note, moment: moment)
  }
}

/// Moves the end of a trip to a later one, also during the grace period.
public struct ExtendTravel: Endpoint, TravelCommand {
  public var id: TravelData.ID
  /// At most 48 hours from now.
  public var due: Date

  public init(id: TravelData.ID, due: Date) {
    self.id = id
    self.due = due
  }

  public static let route = Route(
    .put, "/travel/{id}/due", summary: "Moves the end of a trip to a later instant.",
    for: .token(.checkIn), .ordinary)
  /// The door never delays it, as it prevents an alert. Over HTTP it has no room of its own.
  public static let terms = Terms.vital

  public func decide(
    _ facts: TravelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<TravelData> {
    try TravelRules.extend(facts, due: due, moment: moment)
  }
}

/// Ends a trip, and its alert if there is one. Arriving twice is arriving once.
public struct Arrive: Endpoint, TravelCommand {
  public var id: TravelData.ID

  public init(id: TravelData.ID) { self.id = id }

  public static let route = Route(
    .post, "/travel/{id}/arrive", summary: "Ends a trip, and its alert.", for: .token(.alert),
    .vital, takesKey: false)

  public func decide(
    _ facts: TravelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try TravelRules.arrive(facts, moment: moment))
  }
}

/// Ends a trip that no responder has been notified of.
public struct CancelTravel: Endpoint, TravelCommand {
  public var id: TravelData.ID

  public init(id: TravelData.ID) { self.id = id }

  public static let route = Route(
    .delete, "/travel/{id}", summary: "Ends a trip that no responder has been contacted about.",
    for: .token(.checkIn), .ordinary)

  public func decide(
    _ facts: TravelFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try TravelRules.cancel(facts, moment: moment))
  }
}

/// The trip that has not ended.
public struct GetTravel: Query {
  public init() {}

  public static let route = Route.get(
    "/travel", summary: "Reads the current trip.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> TravelAnswer {
    TravelAnswer(travel: try reads.openTravel(of: me.id).map(TravelData.init))
  }
}
