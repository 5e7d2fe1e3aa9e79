package import LifeSignalEngine
package import LifeSignalModel

/// The first content of a member's page.
package struct Opening: Sendable {
  var user: UserData
  var contacts: [ContactData]
  var pings: PingLists
  var notifications: [NotificationData]

  package init(of person: Person.ID, from engine: Engine) async throws {
    async let user = engine.user(person)
    async let contacts = engine.answer(GetContacts(), to: Member(person))
    async let pings = engine.answer(GetPings(), to: Member(person))
    async let notifications = engine.notifications(of: person)
    self.user = try await user
    self.contacts = try await contacts.items
    self.pings = try await pings
    self.notifications = try await notifications
  }
}
