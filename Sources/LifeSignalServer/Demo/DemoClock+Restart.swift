import Foundation
import LifeSignalEngine
import LifeSignalModel

extension DemoClock {
  /// Moves on to where an earlier demo on the same ledger had got: time does not run backwards
  /// because the process was started again.
  func continueAfter(_ ledger: any Ledger) async throws {
    guard let last = try await ledger.read({ try $0.heartbeat() })?.beatAt else { return }
    advance(by: .seconds(last.timeIntervalSince(now)))
  }
}
