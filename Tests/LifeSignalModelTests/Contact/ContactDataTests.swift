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

  @Test func `a contact's deadline follows from check-in and interval, and needs both`() {
    let contact = ContactData(
      id: "2", isDependent: true, lastCheckedIn: now, checkInInterval: 3_600, gracePeriod: 600)
    #expect(contact.expiration == now + 3_600)
    #expect(ContactData(id: "2", checkInInterval: 3_600).timeRemaining(now) == nil)
    #expect(ContactData(id: "2", lastCheckedIn: now).timeRemaining(now) == nil)
  }

  @Test func `a pending ping is one I received`() {
    #expect(ContactData(id: "2", hasIncomingPing: true).hasPendingPing)
    #expect(!ContactData(id: "2", hasOutgoingPing: true).hasPendingPing)
  }

  @Test func `a contact survives encoding`() throws {
    let contact = ContactData(
      id: "2", name: "Bob", relation: .requestedByThem, isResponder: true, dateAdded: now)
    let data = try JSONEncoder().encode(contact)
    #expect(try JSONDecoder().decode(ContactData.self, from: data) == contact)
  }
}
