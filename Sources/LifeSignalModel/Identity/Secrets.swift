public import Foundation

/// Unpredictable values that decisions need, and the hashes that are stored in place of secrets.
public protocol Secrets: Sendable {
  var entropy: Entropy { get }

  /// - Parameter token: with 256 random bits, so that a plain hash is enough.
  func hash(token: String) -> Data

  /// A keyed hash: a code has only a million values.
  func hash(code: String, of id: OneTimeCode.ID, phoneNumber: String) -> Data

  /// A keyed hash: a code on paper is valid for months.
  func hash(_ code: CheckInCodeText) -> Data

  /// Keyed, so that only those who have read a message about the subject know its mark.
  func mark(of subject: ReplyMark.Subject) -> ReplyMark
}

extension Secrets {
  /// Takes the same time wherever the two hashes differ.
  public func areEqual(_ left: Data, _ right: Data) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// For decisions that draw no secret. Its hashes match nothing.
public struct NoSecrets: Secrets {
  public init() {}

  public var entropy: Entropy { .system }
  public func hash(token: String) -> Data { Data(entropy.bytes(32)) }
  public func hash(code: String, of id: OneTimeCode.ID, phoneNumber: String) -> Data {
    Data(entropy.bytes(32))
  }
  public func hash(_ code: CheckInCodeText) -> Data { Data(entropy.bytes(32)) }
  public func mark(of subject: ReplyMark.Subject) -> ReplyMark {
    ReplyMark(digest: entropy.bytes(4))
  }
}
