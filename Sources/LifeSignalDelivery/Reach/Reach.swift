import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// Whether a service can be reached over HTTP from this machine.
public enum Reach {
  /// Sends a plain request without credentials: any answer, with a trusted certificate for https,
  /// shows that the service can be reached. Ten seconds, no redirects.
  /// - Returns: the service's own clock (RFC 9110 §6.6.1), to the second; nil if it does not send
  ///   one.
  /// - Throws: if there was no answer.
  public static func answer(of url: String) async throws -> Date? {
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5))))
    do {
      var request = HTTPClientRequest(url: url)
      request.method = .HEAD
      let answer = try await client.execute(request, timeout: .seconds(10))
      try await client.shutdown()
      return answer.headers.first(name: "Date").flatMap(date)
    } catch {
      try? await client.shutdown()
      throw error
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
