extension Duration {
  /// The longest a timer may take: 99:59:59.
  public static let longestTimer = Duration.seconds(99 * 3600 + 59 * 60 + 59)

  /// Whole seconds, as a timer shows them: `0:07`, `12:30`, `1:02:03`. A begun second counts.
  public var timerText: String {
    let (seconds, fraction) = max(self, .zero).components
    let whole = fraction > 0 ? seconds + 1 : seconds
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = (whole / 60, two(whole % 60))
    return minutes < 60
      ? "\(minutes):\(rest)" : "\(minutes / 60):\(two(minutes % 60)):\(rest)"
  }

  /// Reads minutes (`3`), minutes and seconds (`2:30`) or hours as well (`1:02:03`).
  ///
  /// Nil for anything else, for nothing at all, and beyond ``longestTimer``.
  public init?(timerText text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds: Int64 = 0
    for (index, part) in parts.enumerated() {
      guard (1...4).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int64(part)
      else { return nil }
      if index > 0 { guard part.count == 2, number < 60 else { return nil } }
      seconds = seconds * 60 + number
    }
    if parts.count == 1 { seconds *= 60 }
    self = .seconds(seconds)
    guard self > .zero, self <= Self.longestTimer else { return nil }
  }
}
