public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's own alert. The server notifies the responders.
@DependencyClient
public struct AlertClient: Sendable {
  /// Raises the alert and returns its start; while one is active, that one's start.
  public var activateAlert: @Sendable () async throws -> Date
  /// Ends the alert and returns its end; without an active one, the last end.
  public var deactivateAlert: @Sendable () async throws -> Date
  public var getAlertStatus: @Sendable () async throws -> AlertStatusSnapshot
  /// Newest first; nil is all.
  public var getAlertHistory: @Sendable (Int?) async throws -> [AlertRecord]
}

extension AlertClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      activateAlert: { try await performer.perform(ActivateAlert()).at },
      deactivateAlert: { try await performer.perform(DeactivateAlert()).at },
      getAlertStatus: { try await performer.answer(GetAlertStatus()) },
      getAlertHistory: { try await performer.answer(GetAlertHistory(limit: $0)).items })
  }
}

extension AlertClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = AlertClient()
}

extension DependencyValues {
  public var alertClient: AlertClient {
    get { self[AlertClient.self] }
    set { self[AlertClient.self] = newValue }
  }
}
