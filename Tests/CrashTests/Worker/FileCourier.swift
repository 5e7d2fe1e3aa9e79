import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A carrier that keeps what it was handed: one line per message, on the disk before it answers, with
/// the life of the worker that handed it over; for a bundle a line for each message in it.
struct FileCourier: Courier {
  private let log: AppendLog
  private let life: Int

  init(log path: String, life: Int) throws {
    log = try AppendLog(path, waitsForDisk: true)
    self.life = life
  }

  func deliver(_ message: CourierMessage) async throws {
    let lines = message.contents.map { content in
      "\(content.idempotencyKey) \(message.address) \(content.attempt) \(life)"
    }
    try log.append(lines.joined(separator: "\n"))
  }
}
