/// The signals a device can send, named as clients of Healthchecks name them.
public enum ThingSignal: Equatable, Sendable, CaseIterable {
  /// The sign of life.
  case success
  /// The device reports a failure: no evidence for a check-in.
  case failure
  /// A job has begun: no evidence for a check-in.
  case start
  /// A log line: no evidence for a check-in.
  case log

  /// Reads the part of the address after the token: nothing, `start`, `fail`, `log`, or the exit
  /// status of a program, 0–255; nil for anything else.
  public init?(suffix: String?) {
    switch suffix {
    case nil: self = .success
    case "start": self = .start
    case "fail": self = .failure
    case "log": self = .log
    case let text?:
      guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let status = Int(text), status <= 255
      else { return nil }
      self = status == 0 ? .success : .failure
    }
  }
}
