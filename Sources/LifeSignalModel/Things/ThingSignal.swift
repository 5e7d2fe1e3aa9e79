/// What a thing can say, as clients of Healthchecks say it.
public enum ThingSignal: Equatable, Sendable, CaseIterable {
  /// The sign of life.
  case success
  /// Something went wrong. No sign of life.
  case failure
  /// A job has begun. No sign of life.
  case start
  /// Something to note. No sign of life.
  case log

  /// Reads what follows the token in the address: nothing, `start`, `fail`, `log`, or the exit status
  /// of a program, 0–255; nil for anything else.
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
