import Foundation

/// How long before a deadline a person wants to be reminded, beside the two times that have
/// switches of their own. Whole minutes, the longest first, each once.
///
/// Holds the values as they were sent; ``validated()`` checks whether they can be stored.
public struct OwnReminders: Equatable, Codable, Sendable {
  /// The maximum number, enough for any person.
  public static let most = 4
  /// Five minutes to two days.
  public static let range: ClosedRange<Int> = 5...2_880
  /// The choices on pages, shortest first.
  public static let offered: [Int] = [5, 15, 60, 240, 480, 720, 1_440, 2_880]

  public let minutes: [Int]

  public init(_ minutes: some Sequence<Int> = []) {
    self.minutes = Set(minutes).sorted(by: >)
  }

  /// - Throws: ``Refusal/tooManyReminders``, or ``Refusal/invalidOwnReminder`` for a time out of
  ///   range or one that has a switch of its own: folding it into the switch would change a setting
  ///   that the person has not touched.
  public func validated() throws(Refusal) -> OwnReminders {
    let isAllowed = minutes.allSatisfy {
      Self.range.contains($0) && CheckInReminder(rawValue: $0) == nil
    }
    guard isAllowed else { throw .invalidOwnReminder }
    guard minutes.count <= Self.most else { throw .tooManyReminders }
    return self
  }

  public func adding(_ minutes: Int) -> OwnReminders { OwnReminders(self.minutes + [minutes]) }

  public func removing(_ minutes: Int) -> OwnReminders {
    OwnReminders(self.minutes.filter { $0 != minutes })
  }

  /// Without those removed between `old` and `new`, and with those added.
  func changed(from old: OwnReminders, to new: OwnReminders) -> OwnReminders {
    let added = Set(new.minutes).subtracting(old.minutes)
    let removed = Set(old.minutes).subtracting(new.minutes)
    return OwnReminders(added.union(minutes).subtracting(removed))
  }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Int].self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(minutes)
  }
}

extension OwnReminders: ExpressibleByArrayLiteral {
  public init(arrayLiteral minutes: Int...) {
    self.init(minutes)
  }
}

extension NotificationPreferences {
  /// Minutes before the deadline of every reminder there is, the longest first; none while the master
  /// switch is off.
  public var leads: [Int] {
    guard isNotificationsEnabled else { return [] }
    var all = ownReminders?.minutes ?? []
    if notify2HoursBefore { all.append(CheckInReminder.twoHours.rawValue) }
    if notify30MinBefore { all.append(CheckInReminder.thirtyMinutes.rawValue) }
    return all.sorted(by: >)
  }
}
