public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's promise and its keeping. Lengths are seconds.
@DependencyClient
public struct CheckInClient: Sendable {
  /// Checks in and returns the server's time of it.
  public var checkIn: @Sendable () async throws -> Date
  /// Newest first; nil is all.
  public var getCheckInHistory: @Sendable (Int?) async throws -> [CheckInRecord]
  public var getCheckInInterval: @Sendable () async throws -> TimeInterval
  public var setCheckInInterval: @Sendable (TimeInterval) async throws -> Void
  public var getReminderInterval: @Sendable () async throws -> TimeInterval
  public var setReminderInterval: @Sendable (TimeInterval) async throws -> Void
  /// Time after the deadline before responders are notified, 0–3,600.
  public var getGracePeriod: @Sendable () async throws -> TimeInterval
  public var setGracePeriod: @Sendable (TimeInterval) async throws -> Void
  /// The next older ones after this record, newest first; at most this many.
  public var getOlderCheckIns: @Sendable (CheckInRecord, Int) async throws -> [CheckInRecord]
  /// The last weeks as days of this zone.
  public var getCheckInCalendar: @Sendable (Zone) async throws -> CheckInCalendar
  public var getPlan: @Sendable () async throws -> CheckInPlan
  public var setPlan: @Sendable (CheckInPlan) async throws -> Void
  /// Until an instant in the next 30 days; also moves the end of a pause.
  public var pause: @Sendable (Date) async throws -> Void
  /// Ends a pause immediately; harmless without one.
  public var resume: @Sendable () async throws -> Void
  /// Has the reminder come again, and returns when. The deadline stays.
  public var snooze: @Sendable () async throws -> Date
  /// The person only watches over others until they check in; harmless without a countdown.
  public var stopCountdown: @Sendable () async throws -> Void
}

extension CheckInClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      checkIn: { try await performer.perform(CheckInNow()).at },
      getCheckInHistory: { try await performer.answer(GetCheckInHistory(limit: $0)).items },
      getCheckInInterval: { try await performer.answer(GetCheckInInterval()).seconds },
      setCheckInInterval: { try await performer.perform(SetCheckInInterval(seconds: $0)) },
      getReminderInterval: { try await performer.answer(GetReminderInterval()).seconds },
      setReminderInterval: { try await performer.perform(SetReminderInterval(seconds: $0)) },
      getGracePeriod: { try await performer.answer(GetGracePeriod()).seconds },
      setGracePeriod: { try await performer.perform(SetGracePeriod(seconds: $0)) },
      getOlderCheckIns: {
        try await performer.answer(GetOlderCheckIns(than: $0, limit: $1)).items
      },
      getCheckInCalendar: { try await performer.answer(GetCheckInCalendar(zone: $0)) },
      getPlan: { try await performer.answer(GetPlan()).plan },
      setPlan: { try await performer.perform(SetPlan(plan: $0)) },
      pause: { try await performer.perform(Pause(until: $0)) },
      resume: { try await performer.perform(Resume()) },
      snooze: { try await performer.perform(SnoozeReminder()).at },
      stopCountdown: { try await performer.perform(StopCountdown()) })
  }
}

extension CheckInClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = CheckInClient()
}

extension DependencyValues {
  public var checkInClient: CheckInClient {
    get { self[CheckInClient.self] }
    set { self[CheckInClient.self] = newValue }
  }
}
