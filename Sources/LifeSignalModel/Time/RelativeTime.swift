public import Foundation

/// Texts for how long ago an event was. Pure: the caller passes `now`; the future is "just now".
public enum RelativeTime {
  /// Sheets: "Just now", "1 minute ago", "3 hours ago", "Yesterday", "5 days ago".
  public static func sheet(_ date: Date, now: Date) -> Phrase {
    switch Age(date, now) {
    case .now: "Just now"
    case .minutes(1): "1 minute ago"
    case .minutes(let count):
      .counting(count, one: "\(count) minute ago", other: "\(count) minutes ago")
    case .hours(1): "1 hour ago"
    case .hours(let count):
      .counting(count, one: "\(count) hour ago", other: "\(count) hours ago")
    case .days(1): "Yesterday"
    case .days(let count):
      .counting(count, one: "\(count) day ago", other: "\(count) days ago")
    }
  }

  /// Lists: "just now", "5m ago", "3h ago", "2d ago".
  public static func short(_ date: Date, now: Date) -> Phrase {
    switch Age(date, now) {
    case .now: "just now"
    case .minutes(let count): "\(count)m ago"  // words
    case .hours(let count): "\(count)h ago"  // words
    case .days(let count): "\(count)d ago"  // words
    }
  }

  /// Inside a sentence: "just now", "a minute ago", "an hour ago", "yesterday", "4 days ago".
  public static func sentence(_ date: Date, now: Date) -> Phrase {
    switch Age(date, now) {
    case .now: "just now"
    case .minutes(1): "a minute ago"
    case .minutes(let count):
      .counting(count, one: "\(count) minute ago", other: "\(count) minutes ago")
    case .hours(1): "an hour ago"
    case .hours(let count):
      .counting(count, one: "\(count) hour ago", other: "\(count) hours ago")
    case .days(1): "yesterday"  // words
    case .days(let count):
      .counting(count, one: "\(count) day ago", other: "\(count) days ago")
    }
  }

  private enum Age {
    case now
    case minutes(Int)
    case hours(Int)
    case days(Int)

    init(_ date: Date, _ now: Date) {
      let seconds = Int(clamping: now.timeIntervalSince(date))
      self =
        switch seconds {
        case ..<60: .now
        case ..<3_600: .minutes(seconds / 60)
        case ..<86_400: .hours(seconds / 3_600)
        default: .days(seconds / 86_400)
        }
    }
  }
}
