import Foundation
import LifeSignalDelivery
import LifeSignalStorage

/// The doctor's access to the machine and to other servers; replaced in tests.
struct DoctorWorld: Sendable {
  enum Listening: Equatable, Sendable {
    case free, taken
    case impossible(String)
  }

  struct Answer: Equatable, Sendable {
    /// Whether it speaks as `/health/live` of ours does.
    var isOurs: Bool
  }

  var now: @Sendable () -> Date
  /// Whether a name leads anywhere.
  var resolves: @Sendable (_ host: String) -> Bool
  var listening: @Sendable (_ host: String, _ port: Int) -> Listening
  /// The answer of a server without TLS there; nil if there is none.
  var health: @Sendable (_ host: String, _ port: Int) -> Answer?
  /// The clock of the server that answers at a URL; nil if its answer has no time.
  var reach: @Sendable (_ url: String) async throws -> Date?
  var connects: @Sendable (_ host: String, _ port: Int) -> Bool
  var freeBytes: @Sendable (_ folder: String) -> Int64?
  /// Whether the system says that its clock follows others'; nil when it does not say.
  var keepsTime: @Sendable () -> Bool?
  /// Whether the server gets secrets from systemd that we may lack.
  var handsSecrets: @Sendable () -> Bool
  var sqlite: SQLiteVersion
  /// The most files a process started like this one may have open.
  var openFiles: @Sendable () -> Int = { ConnectionLimits.openFiles }

  static let machine = DoctorWorld(
    now: { Date() },
    resolves: { !Sockets.addresses(of: $0, port: 443, passive: false).isEmpty },
    listening: Sockets.listening,
    health: { host, port in
      Sockets.get("/health/live", host: host, port: port)
        .map { Answer(isOurs: $0.contains("\"causes\"")) }
    },
    reach: Reach.answer, connects: Sockets.connects,
    freeBytes: { DiskSpace(of: $0)?.free },
    keepsTime: keepsTime, handsSecrets: { handsSecrets() }, sqlite: .linked)

  /// By systemd, where it is.
  @Sendable private static func keepsTime() -> Bool? {
    let tool = "/usr/bin/timedatectl"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = ["show", "--property=NTPSynchronized", "--value"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let answer = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch answer.trimmingCharacters(in: .whitespacesAndNewlines) {
    case "yes": return true
    case "no": return false
    default: return nil
    }
  }
}
