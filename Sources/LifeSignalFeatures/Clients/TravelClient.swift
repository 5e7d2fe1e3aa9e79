public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's journey: "if I am not there by half past ten". Its state comes with the
/// person's record over `userStream`.
@DependencyClient
public struct TravelClient: Sendable {
  /// The journey that has not ended.
  public var getTravel: @Sendable () async throws -> TravelData?
  /// Ends by an instant in the next 48 hours; the note has at most 500 characters.
  public var start: @Sendable (_ due: Date, _ note: String) async throws -> TravelData
  /// To a later end.
  public var extend: @Sendable (TravelData.ID, _ due: Date) async throws -> TravelData
  /// Ends it, and the alarm if there is one. Twice is once.
  public var arrive: @Sendable (TravelData.ID) async throws -> Void
  /// Ends one of which nobody has been told.
  public var cancel: @Sendable (TravelData.ID) async throws -> Void
}

extension TravelClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = TravelClient()
}

extension DependencyValues {
  public var travelClient: TravelClient {
    get { self[TravelClient.self] }
    set { self[TravelClient.self] = newValue }
  }
}
