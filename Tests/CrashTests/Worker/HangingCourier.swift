import Foundation
import LifeSignalEngine

/// A carrier that takes a message, says so in a file, and never answers.
struct HangingCourier: Courier {
  private let log: AppendLog

  init(log path: String) throws {
    log = try AppendLog(path)
  }

  func deliver(_ message: CourierMessage) async throws {
    try log.append(message.idempotencyKey)
    let (silence, _) = AsyncStream<Never>.makeStream()
    for await _ in silence {}
    try Task.checkCancellation()
  }
}
