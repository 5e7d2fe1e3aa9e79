import Composable
import LifeSignalModel

/// The check-ins of the past: the picture of the last weeks and the list below it.
extension CheckInFeature {
  func reduceHistory(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .historyButtonTapped:
      state.isHistoryPresented = true
      return .merge(.send(.loadCheckInHistory), .send(.loadCalendar))

    case .historyDismissed:
      state.isHistoryPresented = false
      return .cancel(id: CancellationID.calendar)

    case .loadOlderCheckIns:
      guard !state.isLoadingHistory, let oldest = state.checkInHistory.last else { return .none }
      state.isLoadingHistory = true
      return .request(Action.olderCheckInsResponse, cancelled: .historyCancelled) {
        [checkInClient] in try await checkInClient.getOlderCheckIns(oldest, Self.historyPage)
      }
      // A reload of the list cancels it: its answer would belong below another list.
      .cancellable(id: CancellationID.history, cancelInFlight: true)

    case .olderCheckInsResponse(.success(let records)):
      state.isLoadingHistory = false
      let known = Set(state.checkInHistory.map(\.id))
      state.checkInHistory += records.filter { !known.contains($0.id) }
      state.hasOlderCheckIns = records.count >= Self.historyPage
      return .none

    case .olderCheckInsResponse(.failure(let error)):
      state.isLoadingHistory = false
      state.error = error
      return .none

    case .loadCalendar:
      return .run { [checkInClient, zone = state.zone] send in
        do {
          await send(.calendarResponse(.success(try await checkInClient.getCheckInCalendar(zone))))
        } catch {
          if let error = UserFacingError.fromIgnoringCancellation(error) {
            await send(.calendarResponse(.failure(error)))
          }
        }
      }
      .cancellable(id: CancellationID.calendar, cancelInFlight: true)

    case .calendarResponse(.success(let calendar)):
      state.calendar = calendar
      return .none

    case .calendarResponse(.failure(let error)):
      // A failed picture of the weeks does not affect the promise.
      state.notice = error
      return .none

    case .zoneOffered(let identifier):
      guard let zone = Zone(identifier), zone != state.browserZone else { return .none }
      state.browserZone = zone
      state.travel.zone = zone
      return state.isHistoryPresented ? .send(.loadCalendar) : .none

    default:
      return .none
    }
  }
}
