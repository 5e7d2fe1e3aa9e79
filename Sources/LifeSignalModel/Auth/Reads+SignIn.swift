import Foundation

extension Reads {
  /// The person, with the channels for the notice of a sign-in by a code: all of them if they are also
  /// signed in elsewhere, otherwise all but the address that has just received the code. Nil where no
  /// other channel has ever reached them.
  func elsewhere(
    _ person: Person.ID, than address: SignInAddress, at now: Date
  ) throws -> Recipient? {
    var me = try recipient(person)
    guard try sessions(of: person, at: now).isEmpty else { return me }
    guard try allChannels(of: person).contains(where: { !$0.leads(to: address) }) else {
      return nil
    }
    me.channels.removeAll { $0.leads(to: address) }
    return me
  }

  /// A code proves access to the address, not the person's identity.
  func idleFacts(
    of person: Person, besides address: SignInAddress, at now: Date
  ) throws -> IdleFacts {
    var elsewhere = try recipient(person.id)
    elsewhere.channels.removeAll { $0.leads(to: address) }
    var signs = [person.createdAt, person.lastSignInAt]
    signs += try sessions(of: person.id, at: now).map { $0.lastSeenAt ?? $0.createdAt }
    let passkeys = try passkeys(of: person.id)
    signs += passkeys.compactMap(\.lastUsedAt)
    signs += try checkIns(of: person.id, limit: 50).filter { !$0.isByNumber }.map(\.recordedAt)
    return IdleFacts(
      elsewhere: elsewhere, lastSign: signs.max() ?? now, hasPasskey: !passkeys.isEmpty)
  }
}
