import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ContactOrderTests {
  typealias SortOption = DependentsFeature.State.SortOption

  private func dependent(
    _ id: Person.ID, _ name: String, left: TimeInterval? = nil, added: TimeInterval = 0,
    alert: Bool = false, late: Bool = false, pinged: Bool = false
  ) -> ContactData {
    ContactData(
      id: id, name: name, isDependent: true,
      lastCheckedIn: left.map { _ in Sample.now }, checkInInterval: left,
      hasOutgoingPing: pinged, manualAlertActive: alert, isNonResponsive: late,
      dateAdded: Sample.now + added)
  }

  private var people: ContactsFeature.State {
    ContactsFeature.State(contacts: [
      dependent("1", "Zoe", left: 500, added: 1),
      dependent("2", "Adam", added: 9),
      dependent("3", "Mia", left: 100, added: 2, late: true),
      dependent("4", "Bea", left: 50, added: 3, late: true, pinged: true),
      dependent("5", "Eve", left: 900, added: 4, alert: true, late: true),
      dependent("6", "Cal", left: 300, added: 5, pinged: true),
      dependent("7", "Dan", left: 10, added: 6, alert: true, pinged: true),
    ])
  }

  @Test(arguments: [
    (SortOption.timeLeft, ["7", "5", "4", "3", "6", "1", "2"]),
    (.name, ["7", "5", "4", "3", "6", "2", "1"]),
    (.dateAdded, ["7", "5", "4", "3", "6", "2", "1"]),
  ])
  func `alerts, then the late, then the rest; inside each the pinged, then the option`(
    option: SortOption, ids: [Person.ID]
  ) {
    #expect(people.sortedDependents(by: option).map(\.id) == ids)
  }

  @Test(arguments: [
    (SortOption.timeLeft, ["2", "1", "3"]), (.name, ["3", "1", "2"]),
    (.dateAdded, ["1", "3", "2"]),
  ])
  func `the option orders those in the same situation`(option: SortOption, ids: [Person.ID]) {
    let state = ContactsFeature.State(contacts: [
      dependent("1", "Ben", left: 200, added: 30), dependent("2", "Cid", left: 100, added: 10),
      dependent("3", "Ann", added: 20),
    ])
    #expect(state.sortedDependents(by: option).map(\.id) == ids)
  }

  @Test(arguments: SortOption.allCases)
  func `ties end with the name, then the id`(option: SortOption) {
    let state = ContactsFeature.State(contacts: [
      dependent("9", "Ann"), dependent("10", "Ann"), dependent("8", "Aaron"),
    ])
    #expect(state.sortedDependents(by: option).map(\.id) == ["8", "9", "10"])
  }

  @Test func `names with accents and small letters stand beside those without`() {
    let state = ContactsFeature.State(contacts: [
      dependent("1", "Zoe"), dependent("2", "Élodie"), dependent("3", "Eva"), dependent("4", "dan"),
      dependent("5", "Elodie"), dependent("6", "Jo"),
    ])
    #expect(
      state.sortedDependents(by: .name).map(\.name)
        == ["dan", "Elodie", "Élodie", "Eva", "Jo", "Zoe"])
  }

  @Test func `a contact who pinged me comes first, newest ping first, then by name`() {
    func responder(_ id: Person.ID, _ name: String, pinged: TimeInterval? = nil) -> ContactData {
      ContactData(
        id: id, name: name, isResponder: true, hasIncomingPing: pinged != nil,
        incomingPingTimestamp: pinged.map { Sample.now + $0 })
    }
    let state = ContactsFeature.State(contacts: [
      responder("1", "Zoe"), responder("2", "Adam"), responder("3", "Mia", pinged: 10),
      responder("4", "Bea", pinged: 20),
    ])
    #expect(state.sortedResponders.map(\.id) == ["4", "3", "2", "1"])
  }
}
