public import Foundation
public import HTTPTypes
public import LifeSignalFeatures

/// The way to a server: one request, or one stream.
public struct APITransport: Sendable {
  /// Sends a request and reads the whole answer.
  public var send:
    @Sendable (_ request: HTTPRequest, _ body: Data?) async throws -> (HTTPResponse, Data)
  /// Sends a request and reads its answer piece by piece, for as long as it lasts.
  public var stream:
    @Sendable (_ request: HTTPRequest) async throws -> (
      HTTPResponse, AsyncThrowingStream<Data, any Error>
    )

  public init(
    send:
      @escaping @Sendable (_ request: HTTPRequest, _ body: Data?) async throws -> (
        HTTPResponse, Data
      ),
    stream:
      @escaping @Sendable (_ request: HTTPRequest) async throws -> (
        HTTPResponse, AsyncThrowingStream<Data, any Error>
      )
  ) {
    self.send = send
    self.stream = stream
  }
}

/// Transport errors, independent of any HTTP library.
public enum APITransportError: Error, Equatable, Sendable {
  /// There is no way to the server.
  case offline
  case timedOut
  /// The answer does not have the form that the route promises.
  case unreadable
}

extension APITransportError: UserFacingErrorConvertible {
  public var userFacingError: UserFacingError {
    switch self {
    case .offline: .networkError
    case .timedOut: .requestTimeout
    case .unreadable: .dataInvalid
    }
  }
}
