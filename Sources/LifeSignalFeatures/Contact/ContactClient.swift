public import Composable
public import LifeSignalModel

/// The signed-in person's network. Ids are the other person's.
@DependencyClient
public struct ContactClient: Sendable {
  public var getContacts: @Sendable () async throws -> [ContactData]
  /// The contact's page. Opening a person one watches over is a profile view, which that person can
  /// see in their log; the server enters it.
  public var getContact: @Sendable (Person.ID) async throws -> ContactData
  /// Looks a code up; changes nothing.
  public var getContactInfo: @Sendable (_ qrCode: QRCodeID) async throws -> ContactInfo
  /// Requests a relation with these roles, seen from the caller's side, from the code's owner.
  public var addContact:
    @Sendable (_ qrCode: QRCodeID, _ isResponder: Bool, _ isDependent: Bool) async throws
      -> ContactData
  /// Agrees to a relation that the other side requested.
  public var acceptContact: @Sendable (Person.ID) async throws -> ContactData
  /// Refuses it; the request disappears on both sides.
  public var declineContact: @Sendable (Person.ID) async throws -> Void
  /// Refuses it, and blocks further requests from the same person.
  public var blockRequests: @Sendable (Person.ID) async throws -> Void
  /// The people whose requests the caller has blocked.
  public var getBlockedAskers: @Sendable () async throws -> [BlockedAsker]
  /// Allows a person to send requests again.
  public var allowRequests: @Sendable (Person.ID) async throws -> Void
  public var updateContact:
    @Sendable (_ id: Person.ID, _ isResponder: Bool, _ isDependent: Bool) async throws
      -> ContactData
  /// Only the caller sees these; nil and blank remove them. Changes what differs from what the page
  /// showed; over HTTP both are sent.
  public var updateContactPrivateFields:
    @Sendable (_ id: Person.ID, _ fields: Edit<PrivateFields>) async throws -> Void
  /// The caller's switches for this contact; the other side's own do not change. Changes what differs
  /// from what the page showed; over HTTP all are sent.
  public var updateContactSwitches:
    @Sendable (_ id: Person.ID, _ switches: Edit<ContactSwitches>) async throws -> ContactData
  /// Ends the relation, or withdraws a request, on both sides; ending it twice is success.
  public var removeContact: @Sendable (Person.ID) async throws -> Void
  /// The whole list, current value first, then after every change of any entry.
  public var contactsStream: @Sendable () -> Updates<[ContactData]> = { .finished }
}

extension ContactClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getContacts: { try await performer.answer(GetContacts()).items },
      getContact: { try await performer.perform(GetContact(id: $0)) },
      getContactInfo: { try await performer.answer(GetContactInfo(qrCode: $0)) },
      addContact: {
        try await performer.perform(AddContact(qrCode: $0, isResponder: $1, isDependent: $2))
      },
      acceptContact: { try await performer.perform(AcceptContact(id: $0)) },
      declineContact: { try await performer.perform(DeclineContact(id: $0)) },
      blockRequests: { try await performer.perform(BlockRequests(id: $0)) },
      getBlockedAskers: { try await performer.answer(GetBlockedAskers()).items },
      allowRequests: { try await performer.perform(AllowRequests(id: $0)) },
      updateContact: {
        try await performer.perform(UpdateContact(id: $0, isResponder: $1, isDependent: $2))
      },
      updateContactPrivateFields: {
        try await performer.perform(
          UpdateContactPrivateFields(
            id: $0, nickname: $1.wanted.nickname, notes: $1.wanted.notes, seen: $1.seen))
      },
      updateContactSwitches: {
        try await performer.perform(
          UpdateContactSwitches(id: $0, switches: $1.wanted, seen: $1.seen))
      },
      removeContact: { try await performer.perform(RemoveContact(id: $0)) },
      contactsStream: { performer.answers(to: GetContacts()) { $0.items } })
  }
}

extension ContactClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = ContactClient()
}

extension DependencyValues {
  public var contactClient: ContactClient {
    get { self[ContactClient.self] }
    set { self[ContactClient.self] = newValue }
  }
}
