public import Composable
public import LifeSignalModel

/// Owner of the contact collection: the screens keep its state once, for the app and both lists.
@Reducer
public struct ContactsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var contacts: IdentifiedArrayOf<ContactData>
    public var hasLoaded: Bool
    /// Contacts with a change of the relation under way.
    public var pendingRequests: Set<ContactData.ID>

    public init(contacts: IdentifiedArrayOf<ContactData> = [], hasLoaded: Bool = false) {
      self.contacts = contacts
      self.hasLoaded = hasLoaded
      pendingRequests = []
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case loadContacts
    case contactsLoaded([ContactData])
    case contactsLoadFailed(UserFacingError)
    case loadCancelled
    case contactsUpdated([ContactData])
    case updateContactRoles(id: ContactData.ID, isResponder: Bool, isDependent: Bool)
    case deleteContact(id: ContactData.ID)
    case contactDeleted(ContactData.ID)
    /// The fields that only I see; nil removes.
    case updatePrivateFields(id: ContactData.ID, fields: Edit<PrivateFields>)
    case updateSwitches(id: ContactData.ID, switches: Edit<ContactSwitches>)
    case acceptContact(id: ContactData.ID)
    case declineContact(id: ContactData.ID)
    /// Declines, and blocks further requests from them.
    case blockRequests(id: ContactData.ID)
    /// Why a contact was not changed or removed.
    case changeFailed(ContactData.ID, UserFacingError)
    /// A change that was given up, or of a contact who is not there.
    case changeDropped(ContactData.ID)
    /// Why a request to me was neither accepted nor declined.
    case answerFailed(UserFacingError)
    case requestEnded(ContactData.ID)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case contactsLoadFailed(UserFacingError)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadContacts
  }

  @Dependency(\.contactClient) var contactClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadContacts:
        return load

      case .contactsLoaded(let contacts):
        state.replace(contacts)
        return .none

      case .contactsUpdated(let contacts):
        // The stream's value is newer than an answer still under way.
        state.replace(contacts)
        return .cancel(id: CancellationID.loadContacts)

      case .contactsLoadFailed(let error):
        return .send(.delegate(.contactsLoadFailed(error)))

      case .updateContactRoles(let id, let isResponder, let isDependent):
        return updateRoles(&state, id, isResponder, isDependent)

      case .deleteContact(let id):
        return delete(&state, id)

      case .updatePrivateFields(let id, let fields):
        return updatePrivateFields(&state, id, fields)

      case .updateSwitches(let id, let switches):
        return updateSwitches(&state, id, switches)

      case .acceptContact(let id):
        return accept(&state, id)

      case .declineContact(let id):
        return answer(&state, id) { [contactClient] in try await contactClient.declineContact(id) }

      case .blockRequests(let id):
        return answer(&state, id) { [contactClient] in try await contactClient.blockRequests(id) }

      case .requestEnded(let id):
        state.pendingRequests.remove(id)
        return .none

      case .loadCancelled, .changeFailed, .answerFailed, .changeDropped, .contactDeleted, .delegate:
        return .none
      }
    }
  }

  private var load: Effect<Action> {
    .request(
      { result in
        switch result {
        case .success(let contacts): .contactsLoaded(contacts)
        case .failure(let error): .contactsLoadFailed(error)
        }
      }, cancelled: .loadCancelled
    ) { [contactClient] in try await contactClient.getContacts() }
    .cancellable(id: CancellationID.loadContacts, cancelInFlight: true)
  }
}
