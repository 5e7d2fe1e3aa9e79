import Foundation
import LifeSignalModel
import Testing

@Suite struct ContactDataTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (false, false, false, ContactStatus.active), (false, false, true, .pendingPing),
    (false, true, true, .nonResponsive), (true, true, true, .alertActive),
    (true, false, false, .alertActive),
  ])
  func `alert before lateness before an open ping`(
    alert: Bool, late: Bool, pinged: Bool, status: ContactStatus
  ) {
    let contact = ContactData(
      id: "2", hasOutgoingPing: pinged, manualAlertActive: alert, isNonResponsive: late)
    #expect(contact.status == status)
  }

  @Test func `a contact is late only after deadline and grace`() {
    let contact = ContactData(
      id: "2", isDependent: true, lastCheckedIn: now, checkInInterval: 3_600, gracePeriod: 600)
    #expect(contact.expiration == now + 3_600)
    #expect(!contact.refreshed(now: now + 4_200).isNonResponsive)
    #expect(contact.refreshed(now: now + 4_201).isNonResponsive)
  }

  @Test func `an interval below a minute counts as a minute`() {
    let contact = ContactData(id: "2", lastCheckedIn: now, checkInInterval: 1, gracePeriod: 0)
    #expect(!contact.refreshed(now: now + 60).isNonResponsive)
    #expect(contact.refreshed(now: now + 61).isNonResponsive)
  }

  @Test func `without check-in or interval nobody is late, whatever was said before`() {
    let unknown = ContactData(id: "2", checkInInterval: 3_600, isNonResponsive: true)
    #expect(!unknown.refreshed(now: now).isNonResponsive)
    #expect(unknown.timeRemaining(now) == nil)
    #expect(!ContactData(id: "2", lastCheckedIn: now).refreshed(now: now + 9e9).isNonResponsive)
  }

  @Test func `a pending ping is one I received`() {
    #expect(ContactData(id: "2", hasIncomingPing: true).hasPendingPing)
    #expect(!ContactData(id: "2", hasOutgoingPing: true).hasPendingPing)
  }

  @Test func `taking a ping away takes its time and id with it`() {
    let contact = ContactData(
      id: "2", hasIncomingPing: true, incomingPingTimestamp: now, incomingPingID: "7",
      hasOutgoingPing: true, outgoingPingTimestamp: now, outgoingPingID: "8")
    #expect(
      contact.withoutIncomingPing.withoutOutgoingPing
        == ContactData(id: "2"))
  }

  @Test func `a contact survives encoding`() throws {
    let contact = ContactData(
      id: "2", name: "Bob", relation: .requestedByThem, isResponder: true, dateAdded: now)
    let data = try JSONEncoder().encode(contact)
    #expect(try JSONDecoder().decode(ContactData.self, from: data) == contact)
  }
}
