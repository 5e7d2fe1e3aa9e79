import Foundation
import NIOCore
import NIOSSL
import Synchronization

// The C module that `stat` belongs to depends on the other imports.
#if canImport(CDispatch)
  import CDispatch
#endif

/// The certificate that new connections are shown. Those that are open keep the one they began with.
final class LiveCertificate: Sendable {
  enum Reload: Equatable, Sendable {
    /// The files are those that were read last.
    case unchanged
    case replaced(end: Date)
    /// They cannot be used; the earlier certificate stays in use. The text names the file.
    case kept(String)
  }

  private struct State {
    var certificate: Certificate
    /// The marks of the files it came from.
    var seen: [FileMark]
    /// Why the files that are there cannot be used, when that was last tried.
    var reason: String?
  }

  private let tls: Settings.TLS
  private let state: Mutex<State>

  /// Accepts an expired one, too: there is no other, and clients that know it by its key continue.
  /// - Throws: ``SettingsError`` if certificate or key cannot be used.
  init(_ tls: Settings.TLS) throws {
    self.tls = tls
    // Before reading: a file that changes in the meantime is read again.
    let marks = Self.marks(tls)
    state = Mutex(State(certificate: try Certificate(tls), seen: marks))
  }

  /// Called at each handshake, so that a new certificate needs no new listener.
  var configuration: TLSConfiguration {
    var configuration = state.withLock { $0.certificate.configuration }
    configuration.sslContextCallback = { [self] _, promise in
      promise.succeed(state.withLock { $0.certificate.asOverride })
    }
    return configuration
  }

  /// When the one that is shown ends.
  var end: Date { state.withLock { $0.certificate.validity.end } }

  /// Why clients would reject the current certificate, or nil.
  func objection(at now: Date) -> String? { state.withLock { $0.certificate.objection(at: now) } }

  /// Whether the files hold one that cannot be used, so that the one before is shown on.
  var isKept: Bool { state.withLock { $0.reason != nil } }

  /// Reads the files again. Blocks the caller. An unusable file is tried at each check: it may
  /// become usable without a change of its marks, by its permissions or the start of its validity.
  /// - Parameters:
  ///   - always: also if they have not changed since the last check.
  ///   - now: the instant at which it must be valid.
  func reload(always: Bool, now: Date) -> Reload {
    let marks = Self.marks(tls)
    let isAsBefore = state.withLock { state in
      guard state.seen == marks else { return false }
      // The files it came from are there again: nothing is kept back any more.
      state.reason = nil
      return true
    }
    guard always || !isAsBefore else { return .unchanged }
    do {
      let certificate = try Certificate(tls)
      if let objection = certificate.objection(at: now) {
        throw SettingsError("tls.certificate: \(tls.certificate) \(objection).")
      }
      state.withLock { state in
        state.certificate = certificate
        state.seen = marks
        state.reason = nil
      }
      return .replaced(end: certificate.validity.end)
    } catch {
      let reason = "\(error)"
      let isNews = state.withLock { state in
        defer { state.reason = reason }
        return always || state.reason != reason
      }
      return isNews ? .kept(reason) : .unchanged
    }
  }

  private static func marks(_ tls: Settings.TLS) -> [FileMark] {
    [tls.certificate, tls.privateKey].map(FileMark.init)
  }
}

extension Certificate {
  fileprivate var asOverride: NIOSSLContextConfigurationOverride {
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = chain
    override.privateKey = key
    return override
  }
}

/// Distinguishes a file from an earlier one of the same name; links are followed, as renewing
/// programs change them.
struct FileMark: Equatable, Sendable {
  private var inode: UInt64 = 0
  private var size: Int64 = 0
  private var seconds = 0
  private var nanoseconds = 0

  init(_ path: String) {
    var entry = stat()
    guard stat(path, &entry) == 0 else { return }
    inode = UInt64(clamping: entry.st_ino)
    size = Int64(clamping: entry.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (entry.st_mtimespec.tv_sec, entry.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec)
    #endif
  }
}
