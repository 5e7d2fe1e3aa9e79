import AsyncHTTPClient
import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore

extension HTTPClientRequest {
  /// Sends this over a connection of its own: a stuck one delays no other message, and a pooled one
  /// may lead to an address that was checked yesterday. Redirects are not followed.
  /// - Parameters:
  ///   - name: the prefix of every reason.
  ///   - places: where to connect, by host; other names are resolved.
  ///   - limit: seconds from the first byte sent to the head of the answer, and between two pieces of it.
  ///     The delivery's own time limit ends an answer that drips on longer.
  ///   - read: what is needed of the answer.
  /// - Throws: `CourierFailure`; `CancellationError` when cancelled.
  func send<Answer>(
    for name: String, at places: [String: String] = [:], within limit: TimeInterval,
    read: (HTTPClientResponse) async throws -> Answer
  ) async throws -> Answer {
    let limit = TimeAmount.milliseconds(Int64(clamping: limit * 1_000))
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: limit))
    configuration.dnsOverride = places
    configuration.httpVersion = .http1Only
    configuration.decompression = .disabled
    configuration.maximumUsesPerConnection = 1
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      let answer = try await read(client.execute(self, timeout: limit))
      try await client.shutdown()
      return answer
    } catch {
      try? await client.shutdown()
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      // The name of the error only: its text may contain the address, and the address a token.
      let reason = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
      throw CourierFailure.transient("\(name): \(reason)")
    }
  }
}
