import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Two browsers of one person change the same record before either sees the other's change.
@Suite(.timeLimit(.minutes(1))) struct TwoBrowsersTests {
  @Test func `Every switch changed from the same old view of the preferences is kept`()
    async throws
  {
    let world = try await SmallWorld()
    let seen = try await world.engine.user(world.p).preferences
    var all = seen
    for part in [
      \NotificationPreferences.isNotificationsEnabled, \.notify30MinBefore, \.notify2HoursBefore,
      \.alertNotifications, \.pingNotifications, \.checkInNotifications, \.contactNotifications,
    ] {
      var wanted = seen
      wanted[keyPath: part].toggle()
      all[keyPath: part].toggle()
      try await world.perform(UpdateNotificationPreferences(wanted, seen: seen), by: world.p)
    }
    #expect(try await world.engine.user(world.p).preferences == all)
  }

  @Test func `A reminder added and one removed from the same old view are both changed`()
    async throws
  {
    let world = try await SmallWorld()
    let seen = NotificationPreferences(ownReminders: [480, 60, 15])
    try await world.perform(UpdateNotificationPreferences(seen), by: world.p)
    var (adding, removing) = (seen, seen)
    adding.ownReminders = [480, 60, 15, 5]
    removing.ownReminders = [480, 15]
    for wanted in [adding, removing] {
      try await world.perform(UpdateNotificationPreferences(wanted, seen: seen), by: world.p)
    }
    #expect(try await world.engine.user(world.p).ownReminders == [480, 15, 5])
    // Neither page shows five, but together they would be.
    var (fourth, fifth) = (adding, adding)
    (fourth.ownReminders, fifth.ownReminders) = ([480, 60, 15, 240], [480, 60, 15, 720])
    try await world.perform(UpdateNotificationPreferences(fourth, seen: seen), by: world.p)
    await #expect(throws: Refusal.tooManyReminders) {
      try await world.perform(UpdateNotificationPreferences(fifth, seen: seen), by: world.p)
    }
    #expect(try await world.engine.user(world.p).ownReminders == [480, 240, 15, 5])
  }

  @Test func `Every switch of a contact changed from the same old view is kept`() async throws {
    let world = try await SmallWorld()
    let seen = try await world.engine.contact(world.p, of: world.r1).switches
    var all = seen
    for part in [
      \ContactSwitches.sendPings, \.receivePings, \.notifyOnCheckIn, \.notifyOnExpiry,
    ] {
      var wanted = seen
      wanted[keyPath: part].toggle()
      all[keyPath: part].toggle()
      try await world.perform(
        UpdateContactSwitches(id: world.p, switches: wanted, seen: seen), by: world.r1)
    }
    #expect(try await world.engine.contact(world.p, of: world.r1).switches == all)
  }

  @Test func `A nickname and notes saved from the same old view are both kept`() async throws {
    let world = try await SmallWorld()
    try await world.perform(
      UpdateContactPrivateFields(id: world.p, nickname: "Doc", notes: nil), by: world.r1)
    let seen = try await world.engine.contact(world.p, of: world.r1).privateFields
    // One browser removes the nickname; the other one has not touched it.
    try await world.perform(
      UpdateContactPrivateFields(id: world.p, nickname: nil, notes: nil, seen: seen), by: world.r1)
    try await world.perform(
      UpdateContactPrivateFields(id: world.p, nickname: "Doc", notes: "Has a key", seen: seen),
      by: world.r1)
    let kept = try await world.engine.contact(world.p, of: world.r1).privateFields
    #expect(kept == PrivateFields(nickname: nil, notes: "Has a key"))
  }

  @Test func `Every text of a profile saved from the same old view is kept`() async throws {
    let world = try await SmallWorld()
    let user = try await world.engine.user(world.p)
    let seen = Profile(
      firstName: user.firstName, lastName: user.lastName, emergencyNote: user.emergencyNote)
    for field in Profile.Field.allCases {
      var wanted = seen
      wanted[field] = "New \(field)"
      try await world.perform(UpdateProfile(wanted, seen: seen), by: world.p)
    }
    let changed = try await world.engine.user(world.p)
    #expect(changed.firstName == "New firstName")
    #expect(changed.lastName == "New lastName")
    #expect(changed.emergencyNote == "New emergencyNote")
  }

  /// Roles are sent together, and none is lost: only the other side can give one back.
  @Test(arguments: [true, false])
  func `A role given up in one browser does not come back through the other`(
    responderFirst: Bool
  ) async throws {
    let world = try await SmallWorld()
    // They watch over each other.
    try await world.perform(
      UpdateContact(id: world.p, isResponder: true, isDependent: true), by: world.r1)
    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    let withoutResponder = UpdateContact(id: world.p, isResponder: false, isDependent: true)
    let withoutDependent = UpdateContact(id: world.p, isResponder: true, isDependent: false)
    try await world.perform(
      responderFirst ? withoutResponder : withoutDependent, by: world.r1)
    await #expect(throws: responderFirst ? Refusal.noRole : .consentRequired) {
      try await world.perform(
        responderFirst ? withoutDependent : withoutResponder, by: world.r1)
    }
    let contact = try await world.engine.contact(world.p, of: world.r1)
    #expect(contact.isResponder == !responderFirst)
    #expect(contact.isDependent == responderFirst)
    #expect(contact.responderRequest == nil)
  }
}
