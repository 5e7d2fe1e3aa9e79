public import Logging
import Synchronization

/// What was logged, one line each with its metadata in order.
public final class LogLines: LogHandler {
  private let lines = Mutex<[String]>([])
  private let level: Logger.Level

  /// - Parameter level: the finest grain that is gathered.
  public init(from level: Logger.Level = .trace) {
    self.level = level
  }

  public var all: [String] { lines.withLock { $0 } }

  public var logLevel: Logger.Level {
    get { level }
    set {}
  }
  public var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  public func log(event: LogEvent) {
    let metadata = (event.metadata ?? [:]).sorted { $0.key < $1.key }
    let line = ["\(event.message)"] + metadata.map { "\($0.key)=\($0.value)" }
    lines.withLock { $0.append(line.joined(separator: " ")) }
  }
}
