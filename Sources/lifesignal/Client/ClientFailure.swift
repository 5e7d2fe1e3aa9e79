import ArgumentParser
import LifeSignalAPI
import LifeSignalModel

/// Why a person's command failed: one line for the reader, one number for scripts.
struct ClientFailure: Error {
  /// The exit code of the process; docs/api.md lists them.
  enum Code: Int32 {
    /// The server understood the request and refused it.
    case refused = 1
    case usage = 2
    case notSignedIn = 3
    case unreachable = 4
    /// The server failed, or answers in a way this program does not know.
    case failed = 5
  }

  var code: Code
  var words: String

  init(_ code: Code, _ words: String) {
    self.code = code
    self.words = words
  }

  /// Nil for errors that have no text of ours.
  init?(_ error: any Error) {
    switch error {
    case let failure as ClientFailure: self = failure
    case Refusal.notSignedIn:
      self.init(.notSignedIn, "You are not signed in. Please run `lifesignal login`.")
    case let refusal as Refusal: self.init(.refused, refusal.description)
    case let problem as Problem: self.init(Self.code(of: problem.code), problem.detail)
    case APITransportError.offline: self.init(.unreachable, "The server cannot be reached.")
    case APITransportError.timedOut:
      self.init(.unreachable, "The server took too long to answer.")
    case APITransportError.unreadable:
      self.init(.failed, "The server’s answer cannot be read. It may be of another version.")
    default: return nil
    }
  }

  private static func code(of code: Problem.Code) -> Code {
    switch code {
    case .unauthenticated: .notSignedIn
    case .unavailable, .deadlineExceeded: .unreachable
    case .internal: .failed
    case .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition,
      .resourceExhausted:
      .refused
    }
  }
}
