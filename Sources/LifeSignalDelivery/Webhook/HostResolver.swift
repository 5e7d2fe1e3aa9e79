import Foundation
import LifeSignalModel
import NIOCore

/// Resolves a name to its addresses.
public struct HostResolver: Sendable {
  /// - Throws: if the name has no address, or no resolver answers.
  public var addresses: @Sendable (String) async throws -> [IPAddress]

  public init(addresses: @escaping @Sendable (String) async throws -> [IPAddress]) {
    self.addresses = addresses
  }

  public struct NoAddress: Error {
    public init() {}
  }

  /// The system's resolver. It blocks, so each lookup has a thread of its own, and cannot be
  /// stopped, so the wait for it ends after five seconds.
  public static let system = HostResolver { host in
    try await threads(for: host).addresses(of: host, within: .seconds(5)) { try lookUp(host) }
  }

  /// The push services of the browsers' makers have threads of their own: names that people choose
  /// delay none of their messages.
  static func threads(for host: String) -> LookupThreads {
    PushServices.include(host) ? threadsOfServices : threadsOfPeople
  }

  private static let threadsOfServices = LookupThreads(most: 16, perHost: 4)
  private static let threadsOfPeople = LookupThreads(most: 64, perHost: 4)

  private static func lookUp(_ host: String) throws -> [IPAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    // As a number, because the constant differs between C libraries.
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
