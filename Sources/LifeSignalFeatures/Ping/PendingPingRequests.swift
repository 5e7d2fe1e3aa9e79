public import LifeSignalModel

/// The ping requests of a list that are under way, and their contacts.
public struct PendingPingRequests: Equatable, Sendable {
  /// Nil for a request that concerns no single contact.
  private var contacts: [PingOperation: ContactData.ID?]

  public init(_ contacts: [PingOperation: ContactData.ID?] = [:]) {
    self.contacts = contacts
  }

  /// Contacts whose buttons wait for an answer.
  public var contactIDs: Set<ContactData.ID> { Set(contacts.values.compactMap(\.self)) }

  public var isEmpty: Bool { contacts.isEmpty }

  /// Accepts the request unless the same one, or another one for the same contact, is under way.
  mutating func begin(_ operation: PingOperation, in collection: ContactsFeature.State) -> Bool {
    guard !contacts.keys.contains(operation) else { return false }
    let contact = collection.contact(of: operation)
    if let contact, contactIDs.contains(contact) { return false }
    contacts.updateValue(contact, forKey: operation)
    return true
  }

  mutating func end(_ operation: PingOperation) {
    contacts.removeValue(forKey: operation)
  }
}

extension ContactsFeature.State {
  fileprivate func contact(of operation: PingOperation) -> ContactData.ID? {
    switch operation {
    case .ping(let id): id
    case .respond(let ping): contacts.first { $0.incomingPingID == ping }?.id
    case .clear(let ping): contacts.first { $0.outgoingPingID == ping }?.id
    case .respondToAll: nil
    }
  }
}
