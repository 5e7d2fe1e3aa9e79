public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

extension APITransport {
  /// Over a client that the caller owns and shuts down.
  ///
  /// Let it give up immediately when a connection is refused
  /// (`connectionPool.retryConnectionEstablishment = false`), and end reads that were silent for a
  /// minute (`timeout.read`): the server's streams say something every twenty seconds.
  /// - Parameters:
  ///   - timeout: the longest wait for a whole answer, and for a stream to begin.
  ///   - clock: measures it.
  public static func live(
    _ client: HTTPClient, timeout: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock(), answerLimit: Int = 64 << 20
  ) -> APITransport {
    APITransport(
      send: { request, body in
        try await translatingErrors {
          // The library's own deadline ends with the head of the answer; a body that stops coming
          // would be waited for without one.
          try await within(timeout, on: clock) {
            let response = try await client.execute(
              prepared(request, body), deadline: .distantFuture)
            let bytes = try await response.body.collect(upTo: answerLimit)
            return (head(of: response), Data(bytes.readableBytesView))
          }
        }
      },
      stream: { request in
        try await translatingErrors {
          let response = try await within(timeout, on: clock) {
            try await client.execute(prepared(request, nil), deadline: .distantFuture)
          }
          let (pieces, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
          let reading = Task {
            do {
              for try await piece in response.body {
                continuation.yield(Data(piece.readableBytesView))
              }
              continuation.finish()
            } catch {
              continuation.finish(throwing: translated(error))
            }
          }
          continuation.onTermination = { _ in reading.cancel() }
          return (head(of: response), pieces)
        }
      })
  }

  /// Gives the work up when it takes longer.
  private static func within<Value: Sendable>(
    _ timeout: Duration, on clock: any Clock<Duration>,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      group.addTask {
        try await clock.sleep(for: timeout)
        throw APITransportError.timedOut
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  private static func prepared(_ request: HTTPRequest, _ body: Data?) -> HTTPClientRequest {
    var prepared = HTTPClientRequest(
      url: "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")")
    prepared.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headerFields {
      prepared.headers.add(name: field.name.rawName, value: field.value)
    }
    if let body { prepared.body = .bytes(ByteBuffer(bytes: body)) }
    return prepared
  }

  private static func head(of response: HTTPClientResponse) -> HTTPResponse {
    var fields = HTTPFields()
    for (name, value) in response.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return HTTPResponse(
      status: .init(code: Int(clamping: response.status.code)), headerFields: fields)
  }

  private static func translatingErrors<Value>(
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch {
      throw translated(error)
    }
  }

  private static func translated(_ error: any Error) -> any Error {
    if Task.isCancelled || error is CancellationError { return CancellationError() }
    if let error = error as? APITransportError { return error }
    guard let error = error as? HTTPClientError else { return APITransportError.offline }
    return switch error {
    case .cancelled: CancellationError()
    case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      APITransportError.timedOut
    default: APITransportError.offline
    }
  }
}
