/// A time as a clock on the wall shows it, to the minute.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Since midnight, 0–1,439.
  public let minutes: Int

  /// Nil outside 0–1,439.
  public init?(minutes: Int) {
    guard (0..<1_440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// Nil unless it is of the form "HH:MM", which is also the format of a browser's time field;
  /// seconds are dropped.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.count == 2 }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    minutes = hour * 60 + minute
  }

  public var hour: Int { minutes / 60 }
  public var minute: Int { minutes % 60 }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minutes < rhs.minutes }
}

extension TimeOfDay: CustomStringConvertible {
  /// "08:30".
  public var description: String {
    (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}

extension TimeOfDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = TimeOfDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "HH:MM")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
