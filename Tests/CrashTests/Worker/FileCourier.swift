import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A carrier that keeps what it was handed: one line per message, on the disk before it answers, with
/// the life of the worker that handed it over and the instant; for a bundle a line for each message in
/// it. A line `answered` follows when the carrier has said that it has them.
///
/// Carriers of some kinds also fail, answer late, or take a message and never answer.
struct FileCourier: Courier {
  private enum Mood {
    case good, fails, late, silent

    /// Drawn from the key, so that every run has all of them; a third attempt always succeeds.
    init(_ message: CourierMessage) {
      let sum = message.idempotencyKey.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
      switch (message.attempt, (sum + message.attempt) % 16) {
      case (3..., _): self = .good
      case (_, 0), (_, 1): self = .fails
      case (_, 2), (_, 3): self = .late
      case (_, 4): self = .silent
      default: self = .good
      }
    }
  }

  private let log: AppendLog
  private let answers: AppendLog
  private let life: Int
  private let isMoody: Bool

  init(log path: String, life: Int, isMoody: Bool = false) throws {
    log = try AppendLog(path, waitsForDisk: true)
    answers = try AppendLog(path)
    self.life = life
    self.isMoody = isMoody
  }

  func deliver(_ message: CourierMessage) async throws {
    let mood = isMoody ? Mood(message) : .good
    if mood == .fails { throw CourierFailure.transient("busy") }
    try log.append(lines(of: message, "sent"))
    // Real time: the process is killed while a message is on its way.
    if mood == .late { try await Task.sleep(for: .milliseconds(300)) }
    if mood == .silent { try await Task.sleep(for: .seconds(3_600)) }
    try answers.append(lines(of: message, "answered"))
  }

  private func lines(of message: CourierMessage, _ what: String) -> String {
    let now = Date().milliseconds
    return message.contents.map { content in
      "\(what) \(content.idempotencyKey) \(message.address) \(content.attempt) \(life) \(now)"
    }.joined(separator: "\n")
  }
}
