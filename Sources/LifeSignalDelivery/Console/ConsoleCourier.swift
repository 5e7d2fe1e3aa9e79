import Foundation
public import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// Carries messages only to a log: one structured line for each, for demos and development.
///
/// Never fails, so every message counts as delivered. Lines of concurrent messages do not mix.
public final class ConsoleCourier: Courier {
  /// How much of a message a line shows.
  public enum Detail: Sendable {
    /// Everything, sign-in codes included. Only where all addresses are invented: in a demo.
    case everything
    /// That there was a message, with the end of its address, by which the operator recognizes
    /// their own numbers; no text.
    case withoutText
  }

  private let detail: Detail
  private let write: @Sendable (String) -> Void
  private let turn = Mutex(())

  /// - Parameter write: takes one line without its line end; standard output by default.
  public init(
    showing detail: Detail = .withoutText,
    write: @escaping @Sendable (String) -> Void = ConsoleCourier.standardOutput
  ) {
    self.detail = detail
    self.write = write
  }

  public func deliver(_ message: CourierMessage) async throws {
    let line = ConsoleLine(message, showing: detail).text
    turn.withLock { _ in write(line) }
  }

  /// Writes the line immediately, so that a demo's reader need not wait for a buffer to fill.
  public static let standardOutput: @Sendable (String) -> Void = { line in
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
