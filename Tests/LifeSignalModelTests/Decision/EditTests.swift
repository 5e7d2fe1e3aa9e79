import Foundation
import LifeSignalModel
import Testing

@Suite struct EditTests {
  @Test func `A record of which nothing was seen is set whole`() {
    let stored = NotificationPreferences(pingNotifications: false, contactNotifications: false)
    let wanted = NotificationPreferences(notify30MinBefore: true, ownReminders: [5])
    #expect(Edit(wanted).applied(to: stored) == wanted)
  }

  @Test func `A program that does not know of own reminders leaves them as they are`() {
    let stored = NotificationPreferences(ownReminders: [480])
    let wanted = NotificationPreferences(ownReminders: nil, pingNotifications: false)
    let result = Edit(wanted).applied(to: stored)
    #expect(result == NotificationPreferences(ownReminders: [480], pingNotifications: false))
  }

  @Test func `A part changes if it differs from what was seen, also from nothing`() {
    let edit = Edit(PrivateFields(notes: "Key"), seen: PrivateFields(nickname: "Doc"))
    #expect(edit.changes(\.nickname) && edit.changes(\.notes))
    #expect(!Edit(PrivateFields(notes: "Key"), seen: PrivateFields()).changes(\.nickname))
    #expect(Edit(PrivateFields()).changes(\.nickname), "a program removes it")
  }

  @Test func `What a page saw is never on the wire`() throws {
    try expectSameBody(
      UpdateNotificationPreferences(NotificationPreferences(), seen: NotificationPreferences()),
      UpdateNotificationPreferences(NotificationPreferences()))
    try expectSameBody(
      UpdateContactSwitches(id: "2", switches: ContactSwitches(), seen: ContactSwitches()),
      UpdateContactSwitches(id: "2", switches: ContactSwitches()))
    try expectSameBody(
      UpdateContactPrivateFields(id: "2", nickname: "Doc", notes: nil, seen: PrivateFields()),
      UpdateContactPrivateFields(id: "2", nickname: "Doc", notes: nil))
    try expectSameBody(UpdateProfile(Profile(), seen: Profile()), UpdateProfile(Profile()))
  }

  private func expectSameBody<C: Endpoint>(_ page: C, _ program: C) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let body = try encoder.encode(page)
    #expect(try body == encoder.encode(program), "\(C.self)")
    #expect(try JSONDecoder().decode(C.self, from: body) == program, "\(C.self)")
  }
}
