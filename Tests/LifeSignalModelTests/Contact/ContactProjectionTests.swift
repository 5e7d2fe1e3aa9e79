import Foundation
import LifeSignalModel
import Testing

@Suite struct ContactProjectionTests {
  /// Theo's entry about Mara, who is late, has raised an alert and pinged him.
  private func entry(isResponder: Bool, isDependent: Bool, status: RelationStatus = .accepted)
    -> ContactData
  {
    ContactData(
      ContactFacts(
        relation: Cast.relation(
          Cast.theo, Cast.mara, isResponder: isResponder, isDependent: isDependent,
          status: status
        ).mine,
        peer: Cast.mara.person, watch: Cast.missedWatch(),
        manualAlert: Alert(id: "9", person: "1", kind: .manual, startedAt: Cast.start),
        incomingPing: Cast.ping(from: Cast.mara, to: Cast.theo),
        outgoingPing: Cast.ping(from: Cast.theo, to: Cast.mara)))
  }

  @Test(arguments: [RelationStatus.requestedByMe, .requestedByThem])
  func `before acceptance only the name and the roles are seen`(status: RelationStatus) {
    let seen = entry(isResponder: true, isDependent: true, status: status)
    #expect(
      seen
        == ContactData(
          id: "1", name: "Mara Lindqvist", relation: status, isResponder: true,
          isDependent: true, dateAdded: Cast.start, lastUpdated: Cast.start))
  }

  @Test func `a responder sees everything except pings, which a dependent cannot send`() {
    let seen = entry(isResponder: false, isDependent: true)
    #expect(seen.phoneNumber == "+15550100001")
    #expect(seen.emergencyNote == "Note of Mara")
    #expect(seen.isNonResponsive)
    #expect(seen.manualAlertActive)
    #expect(seen.lastCheckedIn == Cast.start)
    #expect(seen.hasOutgoingPing)
    #expect(!seen.hasIncomingPing)
  }

  @Test func `a dependent does not see the responder's check-ins, lateness or alert`() {
    let seen = entry(isResponder: true, isDependent: false)
    #expect(seen.emergencyNote == "Note of Mara")
    #expect(seen.hasIncomingPing)
    #expect(seen.lastCheckedIn == nil)
    #expect(seen.checkInInterval == nil)
    #expect(!seen.isNonResponsive)
    #expect(!seen.manualAlertActive)
    #expect(!seen.hasOutgoingPing)
  }

  @Test func `a stranger with the code sees a name and a masked number`() {
    let info = ContactInfo(Cast.mara.person)
    #expect(info.name == "Mara Lindqvist")
    #expect(info.emergencyNote.isEmpty)
    #expect(!info.phoneNumber.contains("555"))
  }

  @Test func `whether a responder has muted missed check-ins is seen by whom they respond for`() {
    let sides = Cast.relation(Cast.mara, Cast.theo)
    func contact(_ change: (inout ContactFacts) -> Void) -> ContactData {
      var facts = ContactFacts(
        relation: sides.mine, peer: Cast.theo.person, peerNotifiesOnExpiry: true)
      change(&facts)
      return ContactData(facts)
    }
    #expect(contact { _ in }.mutesMissedCheckIns == false)
    #expect(contact { $0.peerNotifiesOnExpiry = false }.mutesMissedCheckIns == true)
    #expect(
      contact { $0.peer.notifications.alertNotifications = false }.mutesMissedCheckIns == true)
    // Of those they watch over there is nothing to know.
    #expect(
      contact {
        $0.relation.isResponder = false
        $0.relation.isDependent = true
      }.mutesMissedCheckIns == nil)
  }
}
