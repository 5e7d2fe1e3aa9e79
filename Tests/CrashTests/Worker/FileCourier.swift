import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A carrier that keeps what it was handed: one line per message, on the disk before it answers, with
/// the life of the worker that handed it over.
struct FileCourier: Courier {
  private let log: AppendLog
  private let life: Int

  init(log path: String, life: Int) throws {
    log = try AppendLog(path, waitsForDisk: true)
    self.life = life
  }

  func deliver(_ message: CourierMessage) async throws {
    try log.append("\(message.idempotencyKey) \(message.address) \(message.attempt) \(life)")
  }
}
