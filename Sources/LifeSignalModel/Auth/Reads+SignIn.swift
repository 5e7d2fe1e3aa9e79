import Foundation

extension Reads {
  /// The person, with the channels for the notice of a sign-in by text: all of them if they are also
  /// signed in elsewhere, otherwise all but the number that has just received the code. Nil where no
  /// other channel has ever reached them.
  func elsewhere(_ person: Person.ID, at now: Date) throws -> Recipient? {
    var me = try recipient(person)
    guard try sessions(of: person, at: now).isEmpty else { return me }
    let number = me.person.phoneNumber
    guard try allChannels(of: person).contains(where: { $0.address != number }) else { return nil }
    me.channels.removeAll { $0.address == number }
    return me
  }

  /// A text proves access to the number, not the person's identity.
  func idleFacts(of person: Person, at now: Date) throws -> IdleFacts {
    var elsewhere = try recipient(person.id)
    elsewhere.channels.removeAll { $0.address == person.phoneNumber }
    var signs = [person.createdAt, person.lastSignInAt]
    signs += try sessions(of: person.id, at: now).map { $0.lastSeenAt ?? $0.createdAt }
    let passkeys = try passkeys(of: person.id)
    signs += passkeys.compactMap(\.lastUsedAt)
    signs += try checkIns(of: person.id, limit: 50).filter { !$0.isByNumber }.map(\.recordedAt)
    return IdleFacts(
      elsewhere: elsewhere, lastSign: signs.max() ?? now, hasPasskey: !passkeys.isEmpty)
  }
}
