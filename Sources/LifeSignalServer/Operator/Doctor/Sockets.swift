import Foundation

#if canImport(CDispatch)
  // An optimised build on Linux finds `timeval` in no other module.
  import CDispatch
#endif

/// Plain sockets for a command that sends a few requests and ends. Blocks the caller, five seconds
/// at most for each address.
enum Sockets {
  struct Address: Sendable {
    var family: Int32
    var bytes: [UInt8]
  }

  static func addresses(of host: String, port: Int, passive: Bool) -> [Address] {
    var hints = addrinfo()
    hints.ai_socktype = stream
    if passive { hints.ai_flags = AI_PASSIVE }
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [Address] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(clamping: entry.ai_addrlen))
        found.append(Address(family: entry.ai_family, bytes: Array(bytes)))
      }
      next = entry.ai_next
    }
    return found
  }

  /// Binds the port and releases it immediately.
  @Sendable static func listening(on host: String, port: Int) -> DoctorWorld.Listening {
    guard let address = addresses(of: host, port: port, passive: true).first else {
      return .impossible("there is no address for \(host)")
    }
    let descriptor = socket(address.family, stream, 0)
    guard descriptor >= 0 else { return .impossible(reason) }
    defer { close(descriptor) }
    // As the server does: connections that have just ended do not block it.
    var yes: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard address.with({ bind(descriptor, $0, $1) }) != 0 else { return .free }
    return errno == EADDRINUSE ? .taken : .impossible(reason)
  }

  @Sendable static func connects(to host: String, port: Int) -> Bool {
    guard let descriptor = connection(to: host, port: port) else { return false }
    close(descriptor)
    return true
  }

  /// The answer of a server without TLS, head and body, 64 KiB at most.
  static func get(_ path: String, host: String, port: Int) -> String? {
    guard let descriptor = connection(to: host, port: port) else { return nil }
    defer { close(descriptor) }
    let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    guard send(descriptor, request, request.utf8.count, noSignal) == request.utf8.count else {
      return nil
    }
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while answer.count < 65_536 {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { break }
      answer += part[..<count]
    }
    return answer.isEmpty ? nil : String(decoding: answer, as: UTF8.self)
  }

  private static func connection(to host: String, port: Int) -> Int32? {
    for address in addresses(of: host, port: port, passive: false) {
      let descriptor = socket(address.family, stream, 0)
      guard descriptor >= 0 else { continue }
      // On Linux the limit of sending holds for connecting too (socket(7)).
      var limit = timeval(tv_sec: 5, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
      if address.with({ connect(descriptor, $0, $1) }) == 0 { return descriptor }
      close(descriptor)
    }
    return nil
  }

  private static var reason: String { String(cString: strerror(errno)) }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(clamping: SOCK_STREAM.rawValue)
    private static let noSignal = Int32(clamping: MSG_NOSIGNAL)
  #endif
}

extension Sockets.Address {
  fileprivate func with<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var storage = sockaddr_storage()
    return withUnsafeMutableBytes(of: &storage) { target in
      target.copyBytes(from: bytes.prefix(target.count))
      return body(
        target.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
    }
  }
}
