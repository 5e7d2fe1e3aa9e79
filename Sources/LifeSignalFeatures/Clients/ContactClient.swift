public import Composable
public import LifeSignalModel

/// The signed-in person's network. Ids are the other person's.
@DependencyClient
public struct ContactClient: Sendable {
  public var getContacts: @Sendable () async throws -> [ContactData]
  /// The contact's page. Opening somebody one watches is a look, which the watched person can read
  /// of; the server enters it.
  public var getContact: @Sendable (Person.ID) async throws -> ContactData
  /// Looks a code up; changes nothing.
  public var getContactInfo: @Sendable (_ qrCode: QRCodeID) async throws -> ContactInfo
  /// Asks the code's owner for a relation with these roles, seen from the caller's side.
  public var addContact:
    @Sendable (_ qrCode: QRCodeID, _ isResponder: Bool, _ isDependent: Bool) async throws
      -> ContactData
  /// Agrees to a relation the other side asked for.
  public var acceptContact: @Sendable (Person.ID) async throws -> ContactData
  /// Refuses it; the request is gone on both sides.
  public var declineContact: @Sendable (Person.ID) async throws -> Void
  /// Refuses it, and wants no more requests from the same person.
  public var blockRequests: @Sendable (Person.ID) async throws -> Void
  /// Those whose requests the caller has blocked.
  public var getBlockedAskers: @Sendable () async throws -> [BlockedAsker]
  /// Lets a person ask again.
  public var allowRequests: @Sendable (Person.ID) async throws -> Void
  public var updateContact:
    @Sendable (_ id: Person.ID, _ isResponder: Bool, _ isDependent: Bool) async throws
      -> ContactData
  /// Only the caller sees these; nil and blank remove them.
  public var updateContactPrivateFields:
    @Sendable (_ id: Person.ID, _ nickname: String?, _ notes: String?) async throws -> Void
  /// What the caller wants of this contact; nothing changes for the other side's own.
  public var updateContactSwitches:
    @Sendable (_ id: Person.ID, _ switches: ContactSwitches) async throws -> ContactData
  /// Ends the relation, or withdraws a request, on both sides; ending it twice is success.
  public var removeContact: @Sendable (Person.ID) async throws -> Void
  /// The whole list, current value first, then after every change of any entry.
  public var contactsStream: @Sendable () -> AsyncStream<[ContactData]> = { .finished }
}

extension ContactClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = ContactClient()
}

extension DependencyValues {
  public var contactClient: ContactClient {
    get { self[ContactClient.self] }
    set { self[ContactClient.self] = newValue }
  }
}
