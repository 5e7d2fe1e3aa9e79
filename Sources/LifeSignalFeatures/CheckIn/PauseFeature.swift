public import Composable
public import Foundation
public import LifeSignalModel

/// Choosing until when check-ins are paused.
@Reducer
public struct PauseFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// One of the offered lengths, in seconds; nil for a day and time of one's own.
    public var length: TimeInterval?
    /// A day and time of one's own, as the browser's field sends it: "2026-03-29T22:30".
    public var wall: String
    /// The zone for that.
    public var zone: Zone
    /// The end of the pause that is on, when it is its end that is chosen.
    public var pausedUntil: Date?
    public var isSaving: Bool = false
    public var problem: Refusal?
    public var error: UserFacingError?

    public init(now: Date, zone: Zone, pausedUntil: Date? = nil) {
      length = pausedUntil == nil ? 86_400 : nil
      wall = zone.wall(at: pausedUntil ?? now + 86_400)
      self.zone = zone
      self.pausedUntil = pausedUntil
    }

    /// The chosen end; nil if the typed text is no day and time.
    public func until(now: Date) -> Date? {
      length.map { (now + $0).storable } ?? zone.instant(wall: wall)
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case lengthSelected(TimeInterval)
    case wallChanged(String)
    case saveTapped
    case saveResponse(Result<Date, UserFacingError>)
    case requestCancelled
    case cancelTapped
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case paused(until: Date)
      case cancelled
    }
  }

  @Dependency(\.checkInClient) var checkInClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lengthSelected(let length):
        state.length = length
        state.problem = nil
        return .none

      case .wallChanged(let text):
        state.length = nil
        state.wall = text
        state.problem = nil
        return .none

      case .saveTapped:
        guard !state.isSaving else { return .none }
        let now = date.now
        guard let until = state.until(now: now), until > now else {
          state.problem = .pauseInThePast
          return .none
        }
        guard until <= now + Pause.longest else {
          state.problem = .pauseTooLong
          return .none
        }
        state.isSaving = true
        return .request(Action.saveResponse, cancelled: .requestCancelled) { [checkInClient] in
          try await checkInClient.pause(until)
          return until
        }

      case .saveResponse(.success(let until)):
        state.isSaving = false
        return .send(.delegate(.paused(until: until)))

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isSaving = false
        return .none

      case .cancelTapped:
        return .send(.delegate(.cancelled))

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }
}
