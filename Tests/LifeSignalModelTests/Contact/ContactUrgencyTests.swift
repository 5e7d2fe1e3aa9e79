import Foundation
import LifeSignalModel
import Testing

@Suite struct `Which alert comes first` {
  private func alarm(
    _ id: AlertRecord.ID, _ kind: Alert.Kind, at seconds: TimeInterval = 0, holder: Person.ID? = nil
  ) -> AlarmData {
    AlarmData(
      id: id, kind: kind, startedAt: Cast.start + seconds, holder: holder,
      holderName: holder.map { _ in "Theo Okafor" }, toldCount: 1)
  }

  private func contact(_ alarms: [AlarmData]) -> ContactData {
    ContactData(id: "1", name: "Mara Lindqvist", isDependent: true, alarms: alarms)
  }

  @Test func `an unanswered one comes before one that is taken`() {
    let held = alarm("1", .duress, holder: "2")
    let open = alarm("2", .manual, at: 60)
    #expect(contact([held, open]).mostUrgentAlarm == open)
    #expect(contact([open, held]).alarmsByUrgency == [open, held])
  }

  @Test func `a call for help comes before a missed time, the older before the newer`() {
    let missed = alarm("1", .missedCheckIn)
    let manual = alarm("2", .manual, at: 600)
    let travel = alarm("3", .travel, at: 5)
    #expect(contact([missed, travel, manual]).alarmsByUrgency.map(\.id) == ["2", "1", "3"])
  }

  @Test func `a duress alert needs attention and counts as an alert`() {
    let quiet = contact([alarm("1", .duress)])
    #expect(quiet.needsAttention && quiet.isAlerting && quiet.status == .alertActive)
    #expect(quiet.duressAlert?.id == "1")
  }

  @Test func `those who do not know of it see no difference`() {
    let unaware = contact([])
    #expect(!unaware.needsAttention && unaware.status == .active && unaware.duressAlert == nil)
  }
}
