package import HTTPTypes
package import Hummingbird
package import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import Logging
import NIOCore

extension Problem {
  /// A program's answer to an error. An internal error goes to the log as ``ErrorLog/cause(_:)``;
  /// its text may quote a person's data.
  /// - Throws: `CancellationError`, as no caller waits any more.
  static func response(to error: any Error, _ logger: Logger) throws -> Response {
    if error is CancellationError { throw error }
    let request = logger.requestID
    if let error = error as? NotSignedIn {
      return Problem(.notSignedIn).response(
        headers: [.wwwAuthenticate: error.challenge], request: request)
    }
    return Problem(of: error, logger).response(
      headers: (error as? HTTPError)?.headers ?? [:], request: request)
  }

  private init(of error: any Error, _ logger: Logger) {
    switch error {
    case let error as Problem: self = error
    case let error as Refusal: self.init(error)
    case _ where LedgerOutage(error) != nil:
      self.init(.unavailable, retryAfter: Double(LedgerOutage.patience))
    case let error as UserFacingError where error == .serverError: self.init(.internal)
    case let error as any HTTPResponseError:
      self.init(.init(status: error.status.code), status: error.status.code)
    default:
      logger.error("request failed", metadata: ["error": "\(ErrorLog.cause(error))"])
      self.init(.internal)
    }
  }

  /// The credentials that would have been accepted (RFC 6750, 3).
  private var challenge: String? {
    switch refusal {
    case .insufficientScope(let scope):
      "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
    case .sessionRequired: "Bearer error=\"insufficient_scope\""
    default: status == 401 ? "Bearer" : nil
    }
  }

  /// - Parameters:
  ///   - headers: sent along, such as how long to wait.
  ///   - request: names this occurrence (RFC 9457 §3.1.5), as the log does.
  package func response(headers: HTTPFields = [:], request: String? = nil) -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    if let retryAfter { headers[.retryAfter] = "\(max(1, Int(clamping: retryAfter.rounded(.up))))" }
    if let challenge, headers[.wwwAuthenticate] == nil {
      headers[.wwwAuthenticate] = challenge
    }
    // A value of ours always encodes.
    let body =
      (try? APIJSON.encode(Occurrence(problem: self, request: request))).map {
        ByteBuffer(bytes: $0)
      } ?? ByteBuffer()
    return Response(
      status: .init(code: status), headers: headers, body: .init(byteBuffer: body))
  }

  private struct Occurrence: Encodable {
    private enum CodingKeys: CodingKey {
      case instance
    }

    var problem: Problem
    var request: String?

    func encode(to encoder: any Encoder) throws {
      try problem.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(
        request.map { "urn:lifesignal:request:\($0)" }, forKey: .instance)
    }
  }
}

/// The request's credentials identify no member.
struct NotSignedIn: Error {
  /// Whether it showed a token: one that is none (any more).
  var wasTokenShown: Bool

  /// RFC 6750, 3.1: without a token no error is named.
  var challenge: String { wasTokenShown ? "Bearer error=\"invalid_token\"" : "Bearer" }
}
