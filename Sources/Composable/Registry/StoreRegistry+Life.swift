import Synchronization

extension StoreRegistry {
  // MARK: Putting away

  /// Puts idle stores away until the task is cancelled.
  ///
  /// - Parameter interval: how often it looks, by the registry's clock. A store may outlive its idle
  ///   time by as much.
  public func run(every interval: Duration = .seconds(1)) async {
    while !Task.isCancelled {
      do { try await time.sleep(for: interval) } catch { return }
      evictIdle()
    }
  }

  /// Puts away every store that was not used for the idle time: its effects are cancelled, its
  /// snapshot is taken, and the store is released.
  ///
  /// A store in the midst of a reduction is not idle, however long that takes.
  /// - Returns: how many were put away.
  @discardableResult
  public func evictIdle() -> Int {
    let cutoff = time.now - settings.idleTime
    let leaving = contents.withLock { contents in
      let idle = contents.live.filter { _, occupant in
        occupant.use.isIdle(since: cutoff) && !occupant.resident.isBusy
      }
      return idle.map { id, occupant in
        let transit = Transit()
        contents.live[id] = nil
        contents.transits[id] = transit
        return (id: id, resident: occupant.resident, transit: transit)
      }
    }
    for (id, resident, transit) in leaving {
      resident.leaveAndCancel()
      let snapshot = takeSnapshot(resident)
      contents.withLock { contents in
        contents.transits[id] = nil
        guard let snapshot, !transit.isRevoked else { return }
        contents.parked.insert(snapshot, for: id, limit: settings.snapshotLimit)
      }
      transit.finish()
    }
    return leaving.count
  }

  /// Ends the one with this id for good, its snapshot included.
  ///
  /// Waits for a reduction under way; effects are cancelled and not waited for.
  public func remove(_ id: ID) {
    let resident = contents.withLock { contents in
      _ = contents.parked.remove(id)
      contents.transits[id]?.isRevoked = true
      return contents.live.removeValue(forKey: id)?.resident
    }
    resident?.leaveAndCancel()
  }

  // MARK: Snapshots

  /// Takes snapshots back, for instance those that were saved when the server last stopped.
  ///
  /// Of more than the limit some are forgotten. An id whose store is alive keeps its store.
  public func restore(_ snapshots: [ID: Snapshot]) {
    contents.withLock { contents in
      for (id, snapshot) in snapshots
      where contents.live[id] == nil && contents.transits[id] == nil {
        contents.parked.insert(snapshot, for: id, limit: settings.snapshotLimit)
      }
    }
  }

  /// The snapshots of stores that have been put away.
  public var snapshots: [ID: Snapshot] { contents.withLock { $0.parked.all } }

  // MARK: Ending

  /// Ends every store: cancels all effects and waits until they have ended or the deadline has
  /// passed, whichever comes first. Stores opened from now on have ended already.
  ///
  /// A store whose reducer does not return is tried again until the deadline and then left alone:
  /// it cannot delay the shutdown.
  /// - Parameters:
  ///   - deadline: the longest to wait.
  ///   - clock: measures the deadline; the registry's own clock if nil.
  /// - Returns: the snapshots to save, and the ids whose effects or reducer had not ended.
  @discardableResult
  public func shutdown(
    deadline: Duration = .seconds(1), clock: (any Clock<Duration>)? = nil
  ) async -> StoreRegistryRemains<ID, Snapshot> {
    let all = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.live = [:] }
      return contents.live.mapValues(\.resident)
    }
    let ending = Ending(residents: Array(all.values))
    ending.endThoseAtRest()
    if !ending.isOver {
      let time = clock.map { ElapsedTime($0) } ?? self.time
      await withDeadline(deadline, on: time) {
        while !ending.endThoseAtRest() {
          do { try await time.sleep(for: deadline / 10) } catch { return }
        }
        await ending.waitForEffects()
      }
    }

    var remains = StoreRegistryRemains(snapshots: snapshots)
    for (id, resident) in all {
      if ending.isBusy(resident) {
        remains.unfinished.append(id)
        contents.withLock { $0.stuck.append(resident) }
        continue
      }
      if resident.registeredStore.effectsInFlight > 0 { remains.unfinished.append(id) }
      if let snapshot = takeSnapshot(resident) { remains.snapshots[id] = snapshot }
    }
    return remains
  }
}

/// The remains of a ``StoreRegistry`` after its shutdown.
public struct StoreRegistryRemains<ID: Hashable & Sendable, Snapshot: Sendable>: Sendable {
  /// The snapshots of all stores, those that were put away before included.
  public internal(set) var snapshots: [ID: Snapshot]
  /// The stores whose effects had not ended at the deadline; of those whose reducer had not
  /// returned there is no snapshot either.
  public internal(set) var unfinished: [ID] = []

  init(snapshots: [ID: Snapshot]) { self.snapshots = snapshots }
}
