import Foundation

/// The supervisor that started this process and follows its state: systemd, or another that speaks
/// its protocol (sd_notify(3)). Each word is one datagram; one that cannot be sent is lost.
struct Supervisor: Sendable {
  enum Word: String, Sendable {
    case ready = "READY=1"
    /// The loops turn.
    case alive = "WATCHDOG=1"
    case stopping = "STOPPING=1"
  }

  private let address: String
  /// How long it waits for ``Word/alive`` before it restarts the process; nil when it does not.
  let patience: Duration?

  /// Nil without a supervisor that listens.
  /// - Parameter environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, and `WATCHDOG_PID`, which names the
  ///   process that the one before is for.
  init?(_ environment: [String: String], process: Int32 = getpid()) {
    guard let address = environment["NOTIFY_SOCKET"], let first = address.first,
      first == "/" || first == "@", address.utf8.count < 108
    else { return nil }
    self.address = address
    let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
    let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    patience = isForUs && time > 0 ? .microseconds(time) : nil
  }

  func tell(_ word: Word) {
    let descriptor = socket(AF_UNIX, Self.datagram, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    // A name that begins with @ is in no folder: its first byte is 0 (unix(7)).
    let name = address.utf8.map { $0 }
    let bytes = name.first == UInt8(ascii: "@") ? [0] + name.dropFirst() : name
    withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    withUnsafePointer(to: &target) { target in
      target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
        _ = sendto(descriptor, word.rawValue, word.rawValue.utf8.count, 0, target, length)
      }
    }
  }

  #if canImport(Darwin)
    private static let datagram = SOCK_DGRAM
  #else
    private static let datagram = Int32(clamping: SOCK_DGRAM.rawValue)
  #endif
}
