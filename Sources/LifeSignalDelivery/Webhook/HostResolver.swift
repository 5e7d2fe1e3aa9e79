import Foundation
import NIOCore
import Synchronization

/// Finds the addresses a name stands for.
public struct HostResolver: Sendable {
  /// - Throws: when the name stands for none, or nobody can be asked.
  public var addresses: @Sendable (String) async throws -> [IPAddress]

  public init(addresses: @escaping @Sendable (String) async throws -> [IPAddress]) {
    self.addresses = addresses
  }

  public struct NoAddress: Error {
    public init() {}
  }

  /// The system's. It blocks, so each name has a thread of its own, and cannot be stopped, so the
  /// wait for it ends after five seconds.
  public static let system = HostResolver { host in
    try await waiting(.seconds(5)) { try lookUp(host) }
  }

  /// The most lookups at the same time, including those whose caller no longer waits.
  static let mostThreads = 64
  private static let threads = Mutex(0)

  /// Waits for a blocking search until it is done, the time is up or the task is cancelled. The search
  /// itself then continues in the background.
  /// - Throws: the error of the search; ``NoAddress`` when the wait has ended, or too many searches run.
  static func waiting(
    _ limit: Duration, for look: @escaping @Sendable () throws -> [IPAddress]
  ) async throws -> [IPAddress] {
    let isFree = threads.withLock { count in
      guard count < mostThreads else { return false }
      count += 1
      return true
    }
    guard isFree else { throw NoAddress() }
    let (answers, answer) = AsyncThrowingStream.makeStream(of: [IPAddress].self)
    let thread = Thread {
      defer { threads.withLock { $0 -= 1 } }
      do {
        answer.yield(try look())
      } catch {
        answer.finish(throwing: error)
      }
    }
    thread.start()
    let timer = Task {
      try await Task.sleep(for: limit)
      answer.finish()
    }
    defer { timer.cancel() }
    for try await found in answers { return found }
    throw NoAddress()
  }

  private static func lookUp(_ host: String) throws -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    // As a number: what the constant is depends on the C library.
    hints.ai_socktype = 1
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0, let list else { throw NoAddress() }
    defer { freeaddrinfo(list) }
    var found: [IPAddress] = []
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let info = next {
      if let address = info.pointee.ai_addr, let bytes = bytes(of: address) {
        let one = IPAddress(bytes: bytes)
        if !found.contains(one) { found.append(one) }
      }
      next = info.pointee.ai_next
    }
    guard !found.isEmpty else { throw NoAddress() }
    return found
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
    switch Int32(clamping: address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
        withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
        withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) }
      }
    default: nil
    }
  }
}
