public import LifeSignalModel

extension AsyncStream<PingData> {
  /// One ping at a time, from whole lists: each that is new, or no longer as it was.
  ///
  /// What stands in the first list has not changed yet. Lists that were bundled on the way cost
  /// states in between, never the last one.
  public static func changes(in lists: AsyncStream<PingLists>) -> Self {
    AsyncStream { continuation in
      let following = Task {
        var known: [PingData.ID: PingData]?
        for await list in lists {
          let all = list.history + list.pending
          if let known {
            for ping in all where known[ping.id] != ping { continuation.yield(ping) }
          }
          known = Dictionary(all.map { ($0.id, $0) }) { $1 }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in following.cancel() }
    }
  }
}
