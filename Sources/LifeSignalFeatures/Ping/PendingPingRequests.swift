public import LifeSignalModel

/// Which ping requests of a list are on their way, and for which contacts.
public struct PendingPingRequests: Equatable, Sendable {
  private var operations: Set<PingOperation> = []
  private var contacts: [PingOperation: ContactData.ID] = [:]

  public init() {}

  /// Contacts whose buttons wait for an answer.
  public var contactIDs: Set<ContactData.ID> { Set(contacts.values) }

  public var isEmpty: Bool { operations.isEmpty }

  /// Takes the request unless the same one, or another one for the same contact, is on its way.
  mutating func begin(_ operation: PingOperation, in contacts: ContactsFeature.State) -> Bool {
    guard !operations.contains(operation) else { return false }
    if let contact = contacts.contact(of: operation) {
      guard !contactIDs.contains(contact) else { return false }
      self.contacts[operation] = contact
    }
    operations.insert(operation)
    return true
  }

  mutating func end(_ operation: PingOperation) {
    operations.remove(operation)
    contacts[operation] = nil
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
