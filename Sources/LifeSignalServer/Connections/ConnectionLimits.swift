import Foundation

/// How many connections may be open, derived from the number of files this process may have open.
///
/// Each connection uses one file. The rest is reserved for the loops, the couriers and the database: when
/// every file is a stranger's connection, no message can leave.
struct ConnectionLimits: Equatable, Sendable {
  /// All connections together.
  var total: Int
  /// Connections from one address. Equal to `total` behind a proxy, because every connection is then the
  /// proxy's.
  var perAddress: Int
  /// The most requests of one address that are answered at the same time, and separately the most open
  /// streams of one address. Behind a proxy the address is the one that the proxy names.
  var requestsPerAddress: Int

  /// - Parameters:
  ///   - files: the most files this process may have open (`RLIMIT_NOFILE`).
  ///   - cores: processors; each has an event loop with files of its own.
  /// - Throws: ``SettingsError`` when fewer than 32 connections fit beside the reserve, or fewer than the
  ///   settings ask for.
  init(files: Int, cores: Int, settings: Settings) throws {
    let room = files - Self.reserve(files: files, cores: cores)
    guard room >= 32 else {
      throw SettingsError(
        "This process may open \(files) files, which is too few: allow at least "
          + "\(Self.reserve(files: 0, cores: cores) + 32) (ulimit -n, or LimitNOFILE= of systemd).")
    }
    let most = min(room, 64_000)
    total = settings.connections.total ?? most
    guard total <= room else {
      throw SettingsError(
        "http.connections: this process may open \(files) files, which leaves room for \(room) connections."
      )
    }
    // A quarter, so that no address takes the room of all others. At most a thousand: the largest shared
    // address is unlikely to have more open pages.
    let share = min(total, settings.connections.perAddress ?? min(1_000, max(32, total / 4)))
    perAddress = settings.isBehindProxy ? total : share
    requestsPerAddress = share
  }

  /// Files that no connection gets: a quarter of all, but at most 1,024, which is more than the server and
  /// its couriers can use, and never fewer than they need.
  static func reserve(files: Int, cores: Int) -> Int {
    max(96 + 4 * cores, min(1_024, files / 4))
  }

  /// The most files this process may have open.
  static var openFiles: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return 256 }
    #else
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    #endif
    return Int(clamping: min(limit.rlim_cur, 1_000_000))
  }
}
