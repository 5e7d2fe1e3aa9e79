/// A new timer as a person types it.
public struct TimerRequest: Equatable, Sendable {
  public var name: String
  public var time: String

  public init(name: String, time: String) {
    self.name = name
    self.time = time
  }

  /// Reads one line, the time last: `Green tea 2:30`.
  public init(line: String) {
    let words = line.split(separator: " ")
    self.init(
      name: words.dropLast().joined(separator: " "), time: words.last.map(String.init) ?? "")
  }

  /// Why there is no such timer.
  public enum Refusal: Error, Equatable, Sendable {
    case noTime(String)
    case longName

    public var message: String {
      switch self {
      case .noTime(let text) where text.isEmpty: "How long? Give a time, like 3:00."
      case .noTime(let text):
        "“\(text.prefix(20))” is no time. Write minutes (3), 2:30, or 1:00:00; up to 99:59:59."
      case .longName: "The name is too long: \(Self.longestName) letters at most."
      }
    }

    static let longestName = 40
  }

  /// The timer that was asked for; one without a name is called Timer.
  public func timer() throws(Refusal) -> LonelyTimer.State {
    let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard words.count <= Refusal.longestName else { throw .longName }
    let time = String(time.filter { !$0.isWhitespace })
    guard let duration = Duration(timerText: time) else { throw .noTime(time) }
    return LonelyTimer.State(name: words.isEmpty ? "Timer" : words, duration: duration)
  }
}
