import Foundation
import LifeSignalEngine
import LifeSignalWeb

extension EngineServices {
  /// How long a loop may be silent, in seconds; it turns at least once a second when all is well.
  private static let patience: TimeInterval = 10

  /// Ready while both loops look at the ledger: a loop that stalls is silence for somebody.
  func readiness(at now: Date) -> Readiness {
    for (name, turn) in [("watch", watch.lastTurn), ("dispatch", dispatch.lastTurn)] {
      guard let turn, now.timeIntervalSince(turn) < Self.patience else {
        return .notReady(reason: name)
      }
    }
    return .ready
  }
}
