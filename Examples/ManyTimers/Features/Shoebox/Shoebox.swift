public import Composable
import ComposableEffectIdentifier
public import Foundation

/// Any number of timers in one list, in one store.
///
/// Nothing here mentions effects: `forEachNamespace` sets the timers' apart by the ids of the list,
/// and taking one out of the list ends its own.
@Reducer
public struct Shoebox: Sendable {
  public typealias Timers = IdentifiedArrayOf<Identified<UUID, LonelyTimer.State>>

  @ObservableState
  public struct State: Equatable, Sendable {
    public var timers: Timers
    /// Why the last timer asked for was not added.
    public var refusal: TimerRequest.Refusal?
    /// How many timers have been added; names the form for the next one.
    public var added = 0

    public init(timers: Timers = []) {
      self.timers = timers
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case timers(IdentifiedAction<UUID, LonelyTimer.Action>)
    case addTimer(TimerRequest)
    case removeTimer(id: UUID)
    case startAll
    case stopAll
  }

  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .timers:
        return .none

      case .addTimer(let request):
        do throws(TimerRequest.Refusal) {
          state.timers.append(Identified(try request.timer(), id: uuid()))
          state.added += 1
          state.refusal = nil
        } catch {
          state.refusal = error
        }
        return .none

      case .removeTimer(let id):
        state.timers.remove(id: id)
        return .none

      case .startAll:
        return state.each(.start)

      case .stopAll:
        return state.each(.stop)
      }
    }
    .forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
  }
}

extension Shoebox.State {
  fileprivate func each(_ action: LonelyTimer.Action) -> Effect<Shoebox.Action> {
    .merge(timers.ids.map { .send(.timers(.element(id: $0, action: action))) })
  }

  /// A dozen for the kitchen.
  public static func dozen(uuid: UUIDGenerator) -> Self {
    let times = [
      ("Tea", "3:00"), ("Pasta", "9:00"), ("Soft eggs", "6:30"), ("Rice", "17:00"),
      ("Coffee", "4:00"), ("Dough", "1:30:00"), ("Oven", "12:00"), ("Cookies", "11:00"),
      ("Potatoes", "20:00"), ("Soup", "45:00"), ("Nap", "25:00"), ("Minute", "1:00"),
    ]
    return Self(
      timers: Shoebox.Timers(
        uniqueElements: times.compactMap { name, time in
          Duration(timerText: time).map {
            Identified(LonelyTimer.State(name: name, duration: $0), id: uuid())
          }
        }))
  }
}
