import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One stream on a plain blocking socket: what a test needs to see bytes come and to hang up.
final class RawTab {
  private var descriptor: Int32
  private var unread = ""

  struct Failed: Error { var what: String }

  init(port: Int, cookie: String, path: String = "/live") throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard connected == 0 else { throw Failed(what: "connect") }
    // Longer than a test may take: its own limit ends it, however busy the machine is.
    var patience = timeval(tv_sec: 90, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n"
    let sent = request.utf8.withContiguousStorageIfAvailable {
      send(descriptor, $0.baseAddress, $0.count, 0)
    }
    guard sent == request.utf8.count else { throw Failed(what: "send") }
  }

  deinit { close() }

  /// Everything up to and including the mark.
  func read(until mark: String) async throws -> String {
    while true {
      if let end = unread.firstRange(of: mark)?.upperBound {
        defer { unread = String(unread[end...]) }
        return String(unread[..<end])
      }
      guard let more = try await next() else { throw Failed(what: "ended before \(mark)") }
      unread += more
    }
  }

  /// Everything until the server ends the response; an end chunk counts, as the connection stays.
  func readToEnd() async throws -> String {
    while !unread.hasSuffix("0\r\n\r\n"), let more = try await next() { unread += more }
    return unread
  }

  func close() {
    guard descriptor >= 0 else { return }
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
    descriptor = -1
  }

  /// Blocks a thread of its own, never one that tasks run on.
  private func next() async throws -> String? {
    let descriptor = descriptor
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
          return continuation.resume(throwing: Failed(what: "nothing came"))
        }
        continuation.resume(
          returning: count == 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self))
      }
    }
  }
}
