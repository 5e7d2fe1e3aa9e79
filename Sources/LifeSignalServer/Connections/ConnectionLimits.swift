import Foundation

/// How many connections may be open, worked out from the files this process may have open.
///
/// Each connection is one of them. The rest is kept back for the loops, the couriers and the database:
/// when every file is a stranger's connection, no message can leave.
struct ConnectionLimits: Equatable, Sendable {
  /// In all.
  var total: Int
  /// From one address. Behind a proxy every connection is the proxy's, and its address has no limit of
  /// its own.
  var perAddress: Int
  /// Requests of one address that are being answered at once, streams included; also behind a proxy, by
  /// the address that the proxy names.
  var requestsPerAddress: Int

  /// - Parameters:
  ///   - files: the most files this process may have open (`RLIMIT_NOFILE`).
  ///   - cores: processors; each has an event loop with files of its own.
  /// - Throws: ``SettingsError`` when so few files are no room for a server.
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
    // A quarter: no address takes the room of all others. At most a thousand: as many open pages as
    // the largest shared address is likely to have.
    let share = min(total, settings.connections.perAddress ?? min(1_000, max(32, total / 4)))
    perAddress = settings.isBehindProxy ? total : share
    requestsPerAddress = share
  }

  /// Files that no connection gets. A quarter of all; never fewer than the server itself and the
  /// couriers' hands need, and no more than they could ever use.
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
    return Int(min(limit.rlim_cur, 1_000_000))
  }
}
