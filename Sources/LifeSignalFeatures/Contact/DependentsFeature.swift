public import Composable
public import LifeSignalModel

/// The people I watch over: who is fine, who is late, who raised an alert.
@Reducer
public struct DependentsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable, ContactListState {
    /// Raw values are labels, and are persisted.
    public enum SortOption: String, CaseIterable, Equatable, Codable, Sendable {
      case timeLeft = "Time Left"
      case name = "Name"
      case dateAdded = "Date Added"
    }

    /// Confirmed before a ping is sent or withdrawn. Names the contact, not the ping, which may be
    /// another one by then.
    public enum PingConfirmation: Equatable, Sendable {
      case send(ContactData.ID)
      case clear(ContactData.ID)
    }

    public var contacts: ContactsFeature.State = .init()
    public var isLoading: Bool = false
    public var error: UserFacingError?
    public var sortOption: SortOption = .timeLeft
    public var hasLoadedSortOption: Bool = false
    @Presents public var contactDetails: ContactDetailsSheetViewFeature.State?
    @Presents public var qrScanner: QRScannerFeature.State?
    @Presents public var addContact: AddContactFeature.State?
    public var pendingPings: PendingPingRequests = .init()
    /// The question about a ping that waits for an answer.
    public var pingConfirmation: PingConfirmation?
    /// A ping has just been sent.
    public var isPingSent: Bool = false
    public var searchText: String = ""

    public init(contacts: ContactsFeature.State = .init()) {
      self.contacts = contacts
    }

    /// The badge of the tab: late or alerting, each once.
    public var nonResponsiveDependentsCount: Int { contacts.nonResponsiveDependentsCount }

    public var sortedDependents: [ContactData] { contacts.sortedDependents(by: sortOption) }

    public var people: [ContactData] { sortedDependents }

    /// Whether the list is long enough to be searched.
    public var isSearchable: Bool { people.count >= ContactListSearch.threshold }

    /// The shown people: all, or those that a search finds.
    public var shownDependents: [ContactData] { found }

    mutating func followContacts() -> ContactDetailsSheetViewFeature.Action? {
      isLoading = false
      return refreshContactDetails()
    }

    /// Contacts with a ping or its withdrawal on its way.
    public var pendingRequests: Set<ContactData.ID> { pendingPings.contactIDs }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case refresh
    case searchTextChanged(String)
    case pingButtonTapped(ContactData.ID)
    case pingConfirmed
    case pingConfirmationDismissed
    case pingSentDismissed
    case contacts(ContactsFeature.Action)
    case ping(PingFeature.Action)
    case selectContact(ContactData)
    case setSortOption(State.SortOption)
    /// Restored from the store; does not write back.
    case sortOptionLoaded(State.SortOption)
    case showQRScanner
    /// Scanned here, or named by a link.
    case codeReceived(QRCodeID)
    case setError(UserFacingError?)
    case contactDetails(PresentationAction<ContactDetailsSheetViewFeature.Action>)
    case qrScanner(PresentationAction<QRScannerFeature.Action>)
    case addContact(PresentationAction<AddContactFeature.Action>)
  }

  @Dependency(\.pingClient) var pingClient
  @Dependency(\.preferencesClient) var preferencesClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.contacts, action: \.contacts) {
      ContactsFeature()
    }
    Reduce { state, action in
      switch action {
      case .onAppear:
        return appear(&state)

      case .refresh:
        return state.reload() ? .send(.contacts(.loadContacts)) : .none

      case .searchTextChanged(let text):
        state.searchText = text
        return .none

      case .pingButtonTapped(let id):
        guard let contact = state.contacts.contacts[id: id], !state.pendingRequests.contains(id)
        else { return .none }
        state.pingConfirmation = contact.hasOutgoingPing ? .clear(id) : .send(id)
        return .none

      case .pingConfirmed:
        let confirmation = state.pingConfirmation
        state.pingConfirmation = nil
        switch confirmation {
        case .send(let id):
          return state.request(.ping(id), of: pingClient).map(Action.ping)
        case .clear(let id):
          // If it was answered in the meantime, there is nothing to withdraw.
          guard let ping = state.contacts.contacts[id: id]?.outgoingPingID else { return .none }
          return state.request(.clear(ping), of: pingClient).map(Action.ping)
        case nil:
          return .none
        }

      case .pingConfirmationDismissed:
        state.pingConfirmation = nil
        return .none

      case .pingSentDismissed:
        state.isPingSent = false
        return .none

      case .contacts(let action):
        let news = state.sheetNews(of: action)
        state.note(action)
        let change = state.refreshContactDetails()
        return .merge(
          [news, change].compactMap(\.self).map { .send(.contactDetails(.presented($0))) })

      case .ping(let action):
        if let operation = PingRequests.operation(of: action) {
          return state.request(operation, of: pingClient).map(Action.ping)
        }
        if case .pingDependentSucceeded = action { state.isPingSent = true }
        state.note(action)
        return .none

      case .selectContact(let contact):
        state.contactDetails = .init(
          contact: contact, isSheetPresented: true, originalList: .dependents)
        return .send(.contactDetails(.presented(.onAppear)))

      case .setSortOption(let option):
        state.sortOption = option
        state.hasLoadedSortOption = true
        return .run { [preferencesClient] _ in
          await preferencesClient.setString(option.rawValue, PreferenceKey.dependentsSortOption)
        }

      case .sortOptionLoaded(let option):
        // A choice made while the stored one was read is the newer one.
        guard !state.hasLoadedSortOption else { return .none }
        state.sortOption = option
        state.hasLoadedSortOption = true
        return .none

      case .showQRScanner:
        state.qrScanner = .init(isSheetPresented: true)
        return .send(.qrScanner(.presented(.onAppear)))

      case .setError(let error):
        state.error = error
        return .none

      case .contactDetails(.presented(.delegate(let delegate))):
        return .send(delegate.listRequest.dependents)

      case .contactDetails(.presented(.setSheetPresented(false))):
        state.contactDetails = nil
        return .none

      case .qrScanner(.presented(.qrCodeScanned(let code))), .codeReceived(let code):
        state.openAddContact(isResponder: false, isDependent: true)
        return .send(.addContact(.presented(.updateQRCode(code))))

      case .qrScanner(.presented(.delegate(.dismissed))):
        state.qrScanner = nil
        return .none

      case .addContact(.presented(.contactAdded)), .addContact(.presented(.delegate(.dismissed))):
        state.addContact = nil
        return .none

      case .contactDetails, .qrScanner, .addContact:
        return .none
      }
    }
    .ifLet(\.$contactDetails, action: \.contactDetails) {
      ContactDetailsSheetViewFeature()
    }
    .ifLet(\.$qrScanner, action: \.qrScanner) {
      QRScannerFeature()
    }
    .ifLet(\.$addContact, action: \.addContact) {
      AddContactFeature()
    }
  }

  /// Loading and restoring are independent: the first appearance needs both.
  private func appear(_ state: inout State) -> Effect<Action> {
    var load = Effect<Action>.none
    if !state.contacts.hasLoaded, !state.isLoading {
      state.isLoading = true
      load = .send(.contacts(.loadContacts))
    }
    guard !state.hasLoadedSortOption else { return load }
    let restore = Effect<Action>.run { [preferencesClient] send in
      let raw = await preferencesClient.string(PreferenceKey.dependentsSortOption)
      if let option = raw.flatMap(State.SortOption.init(rawValue:)) {
        await send(.sortOptionLoaded(option))
      }
    }
    return .merge(load, restore)
  }
}

extension ContactListRequest {
  fileprivate var dependents: DependentsFeature.Action {
    switch self {
    case .contacts(let action): .contacts(action)
    case .ping(let action): .ping(action)
    }
  }
}
