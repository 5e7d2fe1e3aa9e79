import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A carrier that keeps what it was handed: one line per message, on the disk before it answers.
struct FileCourier: Courier {
  private let log: AppendLog

  init(log path: String) throws {
    log = try AppendLog(path, waitsForDisk: true)
  }

  func deliver(_ message: CourierMessage) async throws {
    try log.append("\(message.idempotencyKey) \(message.address) \(message.attempt)")
  }
}
