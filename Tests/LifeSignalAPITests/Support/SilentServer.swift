import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that takes requests and does not answer them, or not wholly.
final class SilentServer: Sendable {
  enum Manner: CaseIterable, Sendable {
    case saysNothing
    /// Promises a hundred bytes of body and sends one.
    case stopsAmidTheAnswer
  }

  struct Failed: Error { var what: String }

  let url: String
  private let listener: Int32
  private let asked = AsyncStream.makeStream(of: Void.self)

  init(_ manner: Manner) throws {
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw Failed(what: "bind") }
    url = "http://127.0.0.1:\(in_port_t(bigEndian: address.sin_port))"
    let begun = asked.continuation
    // Blocks a thread of its own, never one that tasks run on.
    DispatchQueue.global().async {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      _ = recv(connection, &buffer, buffer.count, 0)
      if manner == .stopsAmidTheAnswer {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
        _ = answer.utf8.withContiguousStorageIfAvailable {
          send(connection, $0.baseAddress, $0.count, 0)
        }
      }
      begun.yield()
      // Until the client hangs up.
      while recv(connection, &buffer, buffer.count, 0) > 0 {}
      close(connection)
    }
  }

  deinit { close(listener) }

  /// Returns when a request has come, and what is answered to it has been sent.
  func untilAsked() async {
    for await _ in asked.stream { return }
  }
}
