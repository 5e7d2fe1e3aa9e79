import Composable
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// The promise: its plan, a pause, a journey.
extension Script {
  func plan() async throws {
    store.send(.mainTab(.checkIn(.planButtonTapped)))
    store.send(.mainTab(.checkIn(.planEditor(.presented(.kindChanged(.times))))))
    store.send(.mainTab(.checkIn(.planEditor(.presented(.zoneChanged("Europe/Berlin"))))))
    store.send(.mainTab(.checkIn(.planEditor(.presented(.saveTapped)))))
    await session.until { $0.mainTab?.checkIn.planEditor == nil }
    await session.until { $0.user.userData?.checkInTimes != nil }
    try await session.settle("planned")
    let plan = try await session.clients.checkInClient.getPlan()
    session.note("plan \(plan)")
    // What no page lets through, the server refuses in the same words.
    await refused("noCheckInTimes") {
      try await $0.checkInClient.setPlan(.times(CheckInTimes(times: [], zone: .utc)))
    }
    store.send(.mainTab(.checkIn(.planButtonTapped)))
    store.send(.mainTab(.checkIn(.planEditor(.presented(.kindChanged(.interval))))))
    store.send(.mainTab(.checkIn(.planEditor(.presented(.saveTapped)))))
    await session.until { $0.user.userData.map { $0.checkInTimes == nil } ?? false }
    try await session.settle("planless")
  }

  func pause() async throws {
    store.send(.mainTab(.checkIn(.pauseButtonTapped)))
    store.send(.mainTab(.checkIn(.pauseEditor(.presented(.saveTapped)))))
    await session.until { $0.user.userData?.pausedUntil != nil }
    await session.until { $0.mainTab?.checkIn.pauseEditor == nil }
    try await session.settle("paused")
    store.send(.mainTab(.checkIn(.resumeButtonTapped)))
    await session.until { state in
      state.user.userData?.pausedUntil == nil && state.mainTab?.checkIn.isResuming == false
    }
    try await session.settle("resumed")
    let until = world.clock.now + 3_600
    await refused("pauseTooLong") { try await $0.checkInClient.pause(until + 31 * 86_400) }
    try await world.perform(ActivateAlert(), by: me)
    await refused("endAlertFirst") { try await $0.checkInClient.pause(until) }
    try await world.perform(DeactivateAlert(), by: me)
    try await session.settle("not paused")
  }

  func travel() async throws {
    store.send(.mainTab(.checkIn(.travel(.startButtonTapped))))
    store.send(.mainTab(.checkIn(.travel(.noteChanged("Bus 42")))))
    store.send(.mainTab(.checkIn(.travel(.startTapped))))
    await session.until { $0.user.userData?.travel != nil }
    await session.until { $0.mainTab?.checkIn.travel.isBusy == false }
    try await session.settle("under way")
    store.send(.mainTab(.checkIn(.travel(.extendTapped(900)))))
    await session.until { $0.mainTab?.checkIn.travel.isBusy == false }
    try await session.settle("extended")
    store.send(.mainTab(.checkIn(.travel(.extendTapped(49 * 3_600)))))
    await session.until { $0.mainTab?.checkIn.travel.error != nil }
    session.note("refused: \(String(describing: store.state.mainTab?.checkIn.travel.error))")
    store.send(.mainTab(.checkIn(.travel(.dismissError))))
    let due = world.clock.now + 49 * 3_600
    await refused("travelTooLong") { clients in
      let id = try #require(try await clients.travelClient.getTravel()?.id)
      _ = try await clients.travelClient.extend(id, due)
    }
    store.send(.mainTab(.checkIn(.travel(.arriveTapped))))
    await session.until { $0.user.userData.map { $0.travel == nil } ?? false }
    await session.until { $0.mainTab?.checkIn.travel.isBusy == false }
    try await session.settle("arrived")
  }

  /// Asks the client itself, and notes why not.
  func refused(
    _ name: String, _ ask: @Sendable (DependencyValues) async throws -> Void
  ) async {
    do {
      try await ask(session.clients)
      session.note("not refused: \(name)")
    } catch {
      session.note("\(name): \(String(reflecting: error))")
    }
  }
}
