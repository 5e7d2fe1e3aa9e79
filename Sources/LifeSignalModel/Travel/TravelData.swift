public import Foundation

/// A trip as its owner sees it.
public struct TravelData: Identifiable, Equatable, Codable, Sendable {
  public enum Status: String, CaseIterable, Equatable, Codable, Sendable {
    /// On the way; no responder has been notified.
    case underWay
    /// The responders have been notified.
    case overdue
    case arrived
    case cancelled
  }

  /// Lengths to choose from at the start, in seconds.
  public static let offered: [TimeInterval] = [1_800, 3_600, 7_200, 14_400]
  /// Extensions to choose from, in seconds.
  public static let offeredExtensions: [TimeInterval] = [900, 1_800, 3_600]

  public let id: Identifier<TravelData>
  public var note: String
  public var startedAt: Date
  public var dueAt: Date
  /// Seconds after ``dueAt`` before the responders are notified.
  public var gracePeriod: TimeInterval
  public var status: Status

  public init(
    id: Identifier<TravelData>, note: String = "", startedAt: Date, dueAt: Date,
    gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod, status: Status = .underWay
  ) {
    self.id = id
    self.note = note
    self.startedAt = startedAt
    self.dueAt = dueAt
    self.gracePeriod = gracePeriod
    self.status = status
  }

  public var isActive: Bool { status == .underWay || status == .overdue }
  /// When the responders will be notified.
  public var alarmAt: Date { dueAt + gracePeriod }
  /// From when on the person is reminded.
  public var remindAt: Date { dueAt - TravelRules.reminderLead }
}

extension TravelData {
  public init(_ travel: Travel) {
    let status: Status =
      switch travel.end {
      case .arrived: .arrived
      case .cancelled: .cancelled
      case nil: travel.stage == .overdue ? .overdue : .underWay
      }
    self.init(
      id: travel.id, note: travel.note, startedAt: travel.startedAt, dueAt: travel.dueAt,
      gracePeriod: travel.grace, status: status)
  }
}

/// A person's trip; nil if none is under way.
public struct TravelAnswer: Codable, Equatable, Sendable {
  public var travel: TravelData?
}

/// A trip that did not end as promised, as the responders see it.
public struct TravelAlarm: Equatable, Codable, Sendable {
  /// Where to and by what.
  public var note: String
  /// When the person wanted to have arrived.
  public var dueAt: Date
  /// When the responders were notified.
  public var overdueAt: Date

  public init(note: String, dueAt: Date, overdueAt: Date) {
    self.note = note
    self.dueAt = dueAt
    self.overdueAt = overdueAt
  }

  /// Nil unless the alert has fired and is on.
  public init?(_ travel: Travel) {
    guard travel.isOverdue, let overdueAt = travel.overdueAt else { return nil }
    self.init(note: travel.note, dueAt: travel.dueAt, overdueAt: overdueAt)
  }
}
