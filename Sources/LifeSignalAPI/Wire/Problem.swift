public import LifeSignalFeatures
public import LifeSignalModel

/// Why a request was not answered, as `application/problem+json` (RFC 9457).
///
/// `code` is the short list every client must understand. `refusal` says it exactly: a client that
/// knows it meets the same error as one in the server's own process; one that does not, falls back
/// on the code.
public struct Problem: Error, Equatable, Sendable {
  public enum Code: String, Codable, Sendable, CaseIterable {
    case unauthenticated
    case invalidArgument = "invalid-argument"
    case notFound = "not-found"
    case alreadyExists = "already-exists"
    case permissionDenied = "permission-denied"
    case failedPrecondition = "failed-precondition"
    case resourceExhausted = "resource-exhausted"
    case unavailable
    case deadlineExceeded = "deadline-exceeded"
    case `internal`
  }

  public var code: Code
  public var status: Int
  /// A sentence for the person who made the request.
  public var detail: String
  public var refusal: Refusal?
  /// Seconds until the same request may succeed.
  public var retryAfter: Double?

  public init(
    _ code: Code, status: Int? = nil, detail: String? = nil, refusal: Refusal? = nil,
    retryAfter: Double? = nil
  ) {
    self.code = code
    self.status = status ?? code.status
    self.detail = detail ?? code.title
    self.refusal = refusal
    self.retryAfter = retryAfter
  }

  public init(_ refusal: Refusal) {
    self.init(
      Code(rawValue: refusal.code.rawValue) ?? .internal,
      // Well formed, but in conflict with an earlier request (RFC 9110, 15.5.21).
      status: refusal == .keyUsedBefore ? 422 : nil, detail: refusal.phrase.english,
      refusal: refusal, retryAfter: refusal.retryAfter)
  }
}

extension Problem.Code {
  /// The status of HTTP (RFC 9110, 15) that says nearest the same.
  public var status: Int {
    switch self {
    case .unauthenticated: 401
    case .invalidArgument: 400
    case .notFound: 404
    case .alreadyExists, .failedPrecondition: 409
    case .permissionDenied: 403
    case .resourceExhausted: 429
    case .unavailable: 503
    case .deadlineExceeded: 504
    case .internal: 500
    }
  }

  public var title: String {
    switch self {
    case .unauthenticated: "Authentication required"
    case .invalidArgument: "Invalid request"
    case .notFound: "Not found"
    case .alreadyExists: "Already exists"
    case .permissionDenied: "Not allowed"
    case .failedPrecondition: "Not possible now"
    case .resourceExhausted: "Too many requests"
    case .unavailable: "Not available"
    case .deadlineExceeded: "Timed out"
    case .internal: "Something went wrong"
    }
  }

  /// For an answer without a problem of ours: a proxy's, or a newer server's.
  public init(status: Int) {
    self =
      switch status {
      case 401: .unauthenticated
      case 403: .permissionDenied
      case 404, 410: .notFound
      case 409, 412: .failedPrecondition
      case 408, 504: .deadlineExceeded
      case 429: .resourceExhausted
      case 502, 503: .unavailable
      case 400..<500: .invalidArgument
      default: .internal
      }
  }
}

extension Problem: Codable {
  private enum CodingKeys: CodingKey {
    case type, title, status, detail, code, refusal, retryAfter
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    status = try values.decode(Int.self, forKey: .status)
    code =
      (try? values.decode(Code.self, forKey: .code)) ?? Code(status: status)
    detail = try values.decodeIfPresent(String.self, forKey: .detail) ?? code.title
    // A refusal that was added after this client was built says nothing to it.
    refusal = try? values.decodeIfPresent(Refusal.self, forKey: .refusal)
    retryAfter = try values.decodeIfPresent(Double.self, forKey: .retryAfter)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode("urn:lifesignal:problem:\(code.rawValue)", forKey: .type)
    try values.encode(code.title, forKey: .title)
    try values.encode(status, forKey: .status)
    try values.encode(detail, forKey: .detail)
    try values.encode(code, forKey: .code)
    try values.encodeIfPresent(refusal, forKey: .refusal)
    try values.encodeIfPresent(retryAfter, forKey: .retryAfter)
  }
}

extension Problem: UserFacingErrorConvertible {
  public var userFacingError: UserFacingError {
    if let refusal { return refusal.userFacingError }
    return switch code {
    case .unauthenticated: .notAuthenticated
    case .invalidArgument: .dataInvalid
    case .notFound: .dataNotFound
    case .alreadyExists: .alreadyExists(Phrase(label: detail))
    case .permissionDenied: .permissionDenied
    case .failedPrecondition: .operationFailed(Phrase(label: detail))
    case .resourceExhausted: .rateLimited
    case .unavailable: .networkError
    case .deadlineExceeded: .requestTimeout
    case .internal: .serverError
    }
  }
}
