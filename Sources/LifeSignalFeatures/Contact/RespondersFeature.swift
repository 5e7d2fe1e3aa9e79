public import Composable
public import LifeSignalModel

/// The people who watch over me, and the pings they sent.
@Reducer
public struct RespondersFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable, ContactListState {
    public var contacts: ContactsFeature.State = .init()
    public var isLoading: Bool = false
    public var error: UserFacingError?
    public var alerts: AlertState = .init()
    @Presents public var contactDetails: ContactDetailsSheetViewFeature.State?
    @Presents public var qrScanner: QRScannerFeature.State?
    @Presents public var addContact: AddContactFeature.State?
    /// The order in which the responders are called, while it is being changed.
    @Presents public var plan: EscalationPlanFeature.State?
    public var isRespondToAllConfirmationPresented: Bool = false
    public var pendingPings: PendingPingRequests = .init()
    public var searchText: String = ""

    public init(contacts: ContactsFeature.State = .init()) {
      self.contacts = contacts
    }

    public var people: [ContactData] { contacts.sortedResponders }

    /// Whether the list is long enough to be searched.
    public var isSearchable: Bool { people.count >= ContactListSearch.threshold }

    /// The shown people: all, or those that a search finds.
    public var shownResponders: [ContactData] { found }

    mutating func followContacts() -> ContactDetailsSheetViewFeature.Action? {
      isLoading = false
      return refreshSheets()
    }

    mutating func refreshSheets() -> ContactDetailsSheetViewFeature.Action? {
      if let plan {
        let responders = contacts.sortedResponders
        if plan.responders != responders { self.plan?.follow(responders) }
      }
      return refreshContactDetails()
    }

    /// At most one of the three is true.
    public struct AlertState: Equatable, Sendable {
      public var contactAdded: Bool = false
      public var contactExists: Bool = false
      public var contactError: Bool = false
      public var contactErrorMessage: Phrase = ""

      public init() {}
    }

    /// The badge of the tab: responders whose ping waits for my answer.
    public var pendingPingsCount: Int {
      contacts.responders.filter { $0.hasPendingPing }.count
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case refresh
    case searchTextChanged(String)
    case contacts(ContactsFeature.Action)
    case ping(PingFeature.Action)
    case setContactAddedAlert(Bool)
    case setContactExistsAlert(Bool)
    case setContactErrorAlert(Bool)
    case setError(UserFacingError?)
    case selectContact(ContactData)
    case showQRScanner
    /// Scanned here, or named by a link.
    case codeReceived(QRCodeID)
    case respondToAllTapped
    case respondToAllConfirmed
    case setRespondToAllConfirmation(Bool)
    case contactDetails(PresentationAction<ContactDetailsSheetViewFeature.Action>)
    case qrScanner(PresentationAction<QRScannerFeature.Action>)
    case addContact(PresentationAction<AddContactFeature.Action>)
    case planButtonTapped
    case plan(PresentationAction<EscalationPlanFeature.Action>)
  }

  @Dependency(\.pingClient) var pingClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.contacts, action: \.contacts) {
      ContactsFeature()
    }
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.contacts.hasLoaded, !state.isLoading else { return .none }
        state.isLoading = true
        return .send(.contacts(.loadContacts))

      case .refresh:
        return state.reload() ? .send(.contacts(.loadContacts)) : .none

      case .searchTextChanged(let text):
        state.searchText = text
        return .none

      case .contacts(let action):
        let news = state.sheetNews(of: action)
        state.note(action)
        let change = state.refreshSheets()
        return .merge(
          [news, change].compactMap(\.self).map { .send(.contactDetails(.presented($0))) })

      case .ping(let action):
        if let operation = PingRequests.operation(of: action) {
          return state.request(operation, of: pingClient).map(Action.ping)
        }
        state.note(action)
        return .none

      case .setContactAddedAlert(let isShown):
        state.show(\.contactAdded, isShown)
        return .none

      case .setContactExistsAlert(let isShown):
        state.show(\.contactExists, isShown)
        return .none

      case .setContactErrorAlert(let isShown):
        state.show(\.contactError, isShown)
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .selectContact(let contact):
        state.contactDetails = .init(
          contact: contact, isSheetPresented: true, originalList: .responders)
        return .send(.contactDetails(.presented(.onAppear)))

      case .showQRScanner:
        state.qrScanner = .init(isSheetPresented: true)
        return .send(.qrScanner(.presented(.onAppear)))

      case .respondToAllTapped:
        state.isRespondToAllConfirmationPresented = true
        return .none

      case .setRespondToAllConfirmation(let isPresented):
        state.isRespondToAllConfirmationPresented = isPresented
        return .none

      case .respondToAllConfirmed:
        state.isRespondToAllConfirmationPresented = false
        return state.request(.respondToAll, of: pingClient).map(Action.ping)

      case .contactDetails(.presented(.delegate(let delegate))):
        return .send(delegate.listRequest.responders)

      case .contactDetails(.presented(.setSheetPresented(false))):
        state.contactDetails = nil
        return .none

      case .qrScanner(.presented(.qrCodeScanned(let code))), .codeReceived(let code):
        state.openAddContact(isResponder: true, isDependent: false)
        return .send(.addContact(.presented(.updateQRCode(code))))

      case .qrScanner(.presented(.delegate(.dismissed))):
        state.qrScanner = nil
        return .none

      case .addContact(.presented(.contactAdded(let isResponder, _))):
        state.addContact = nil
        if isResponder { state.show(\.contactAdded, true) }
        return .none

      case .addContact(.presented(.addContactResponse(.failure(let error)))):
        state.addContact?.error = nil
        if case .alreadyExists = error {
          state.show(\.contactExists, true)
        } else {
          state.show(\.contactError, true)
        }
        state.alerts.contactErrorMessage = error.message
        return .none

      case .addContact(.presented(.delegate(.dismissed))):
        state.addContact = nil
        return .none

      case .planButtonTapped:
        state.plan = .init(responders: state.contacts.sortedResponders)
        return .send(.plan(.presented(.onAppear)))

      case .plan(.presented(.delegate)):
        state.plan = nil
        return .none

      case .contactDetails, .qrScanner, .addContact, .plan:
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
    .ifLet(\.$plan, action: \.plan) {
      EscalationPlanFeature()
    }
  }

}

extension RespondersFeature.State {
  /// Shows one notice and hides the others, or hides this one.
  fileprivate mutating func show(
    _ alert: WritableKeyPath<AlertState, Bool>, _ isShown: Bool
  ) {
    if isShown { alerts = AlertState() }
    alerts[keyPath: alert] = isShown
    if !isShown { alerts.contactErrorMessage = "" }
  }
}

extension ContactListRequest {
  fileprivate var responders: RespondersFeature.Action {
    switch self {
    case .contacts(let action): .contacts(action)
    case .ping(let action): .ping(action)
    }
  }
}
