import Synchronization

/// The stores that a registry ends: those at rest immediately, those in a reduction when it is
/// over.
final class Ending<Resident: RegisteredStore>: Sendable {
  private let residents: [Resident]
  /// Those that were inside a reduction each time they were looked at.
  private let busy: Locked<[ObjectIdentifier: Resident]>

  init(residents: [Resident]) {
    self.residents = residents
    busy = Locked(Dictionary(uniqueKeysWithValues: residents.map { (ObjectIdentifier($0), $0) }))
  }

  /// - Returns: whether every store has been ended.
  @discardableResult
  func endThoseAtRest() -> Bool {
    let atRest = busy.withLock { busy in
      let atRest = busy.values.filter { !$0.isBusy }
      for resident in atRest { busy[ObjectIdentifier(resident)] = nil }
      return atRest
    }
    for resident in atRest { resident.leaveAndCancel() }
    return busy.withLock { $0.isEmpty }
  }

  var isOver: Bool {
    busy.withLock { $0.isEmpty }
      && residents.allSatisfy { $0.registeredStore.effectsInFlight == 0 }
  }

  func isBusy(_ resident: Resident) -> Bool {
    busy.withLock { $0[ObjectIdentifier(resident)] != nil }
  }

  func waitForEffects() async {
    await withTaskGroup(of: Void.self) { group in
      for resident in residents where resident.registeredStore.effectsInFlight > 0 {
        let control = resident.registeredStore.backend.control
        group.addTask { await control.waitUntilIdle() }
      }
    }
  }
}
