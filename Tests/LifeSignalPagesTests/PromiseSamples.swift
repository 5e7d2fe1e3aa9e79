import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  static func paused(_ state: inout MainTabFeature.State) {
    state.checkIn.pausedUntil = ago(-3 * 1_440)
  }

  /// Five weeks with a missed day and a pause in them.
  static func remembered(_ state: inout MainTabFeature.State) {
    let day: Double = 1_440
    let checkIns = (0..<30).filter { ![4, 10, 11, 12].contains($0) }.map { ago(Double($0) * day) }
    state.checkIn.isHistoryPresented = true
    state.checkIn.calendar = CheckInCalendar(
      now: now, zone: .utc, checkIns: checkIns + [ago(20)], missed: [ago(4 * day)],
      pauses: [PauseRecord(person: user.id, startedAt: ago(12 * day), until: ago(10 * day))])
    state.checkIn.checkInHistory = checkIns.prefix(12).enumerated().map { index, date in
      CheckInRecord(
        id: CheckInRecord.ID(Int64(900 - index)), userID: user.id, timestamp: date)
    }
    state.checkIn.hasOlderCheckIns = true
  }

  static func forgotten(_ state: inout MainTabFeature.State) {
    state.checkIn.isHistoryPresented = true
    state.checkIn.checkInHistory = []
  }

  static func planning(_ state: inout MainTabFeature.State) {
    let times = CheckInTimes(
      times: [480, 1_230].compactMap(TimeOfDay.init(minutes:)),
      days: [.monday, .wednesday, .friday], zone: Zone("Europe/Berlin") ?? .utc)
    state.checkIn.planEditor = .init(
      plan: .times(times), browserZone: Zone("America/New_York"))
  }

  static func planningInterval(_ state: inout MainTabFeature.State) {
    state.checkIn.planEditor = .init(plan: .interval(86_400))
  }

  static func unarrived(_ state: inout MainTabFeature.State) {
    state.checkIn.travel.travel = journey(ago(25), .overdue)
  }

  static func planless(_ state: inout MainTabFeature.State) {
    planning(&state)
    state.checkIn.planEditor?.times = []
    state.checkIn.planEditor?.problem = .noCheckInTimes
  }

  static func journey(
    _ due: Date = ago(-52), _ status: TravelData.Status = .underWay
  ) -> TravelData {
    TravelData(
      id: "77", note: "Bus 42 to Grandma, then ten minutes on foot.", startedAt: ago(90),
      dueAt: due, status: status)
  }

  static var away: ContactData {
    var contact = margaret
    contact.pausedUntil = ago(-3 * 1_440)
    contact.isNonResponsive = false
    return contact
  }

  static var overdue: ContactData {
    var contact = margaret
    contact.travelAlarm = TravelAlarm(
      note: "Bus 42 to Grandma", dueAt: ago(25), overdueAt: ago(15))
    return contact
  }
}
