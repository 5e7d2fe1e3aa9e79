public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's trip: "if I am not there by half past ten". Its state comes with the
/// person's record over `userStream`.
@DependencyClient
public struct TravelClient: Sendable {
  /// The trip that has not ended.
  public var getTravel: @Sendable () async throws -> TravelData?
  /// Ends by an instant in the next 48 hours; the note has at most 500 characters.
  public var start: @Sendable (_ due: Date, _ note: String) async throws -> TravelData
  /// To a later end.
  public var extend: @Sendable (TravelData.ID, _ due: Date) async throws -> TravelData
  /// Ends it, and its alert if there is one. Arriving twice is arriving once.
  public var arrive: @Sendable (TravelData.ID) async throws -> Void
  /// Ends a trip that no responder has been notified of.
  public var cancel: @Sendable (TravelData.ID) async throws -> Void
}

extension TravelClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getTravel: { try await performer.answer(GetTravel()).travel },
      start: { try await performer.perform(StartTravel(due: $0, note: $1)) },
      extend: { try await performer.perform(ExtendTravel(id: $0, due: $1)) },
      arrive: { try await performer.perform(Arrive(id: $0)) },
      cancel: { try await performer.perform(CancelTravel(id: $0)) })
  }
}

extension TravelClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = TravelClient()
}

extension DependencyValues {
  public var travelClient: TravelClient {
    get { self[TravelClient.self] }
    set { self[TravelClient.self] = newValue }
  }
}
