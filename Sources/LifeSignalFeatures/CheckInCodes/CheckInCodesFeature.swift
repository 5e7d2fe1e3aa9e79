public import Composable
public import LifeSignalModel

/// My check-in codes on paper: how many are left, new ones to print, and revoking them.
@Reducer
public struct CheckInCodesFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil while there is none.
    public var sheet: CheckInSheetData?
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    /// The people to notify of a duress alert, while they are being chosen.
    public var draft: Draft?
    /// A new sheet: its codes are shown until the person has printed them, and never again.
    public var created: NewCheckInSheet?
    /// Whether the group that silently calls for help is shown beside them: for half a minute at
    /// most, and until the page is left.
    public var isSilentGroupShown: Bool = false
    /// The address for typing codes, for the print: scheme and host, as the browser reports them.
    public var origin: String = ""
    public var isRevokeAsked: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  public struct Draft: Equatable, Sendable {
    public struct Responder: Identifiable, Equatable, Sendable {
      public let id: Person.ID
      public var name: String

      public init(id: Person.ID, name: String) {
        self.id = id
        self.name = name
      }
    }

    /// By name.
    public var responders: [Responder]
    public var told: Set<Person.ID>

    /// All of one's responders are notified unless one of them is removed.
    public init(_ contacts: [ContactData]) {
      responders = contacts.filter { $0.isResponder && $0.relation == .accepted }
        .map { Responder(id: $0.id, name: $0.name) }
        .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      told = Set(responders.map(\.id))
    }

    public var canBeMade: Bool { responders.isEmpty || !told.isEmpty }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case sheetResponse(Result<CheckInSheetData?, UserFacingError>)
    case sheetChanged(CheckInSheetData?)
    case originReported(String)
    case makeButtonTapped
    case contactsResponse(Result<[ContactData], UserFacingError>)
    case responderTapped(Person.ID)
    case draftCancelled
    case draftConfirmed
    case makeResponse(Result<NewCheckInSheet, UserFacingError>)
    case silentGroupTapped
    case silentGroupExpired
    /// The browser shows another page now.
    case pageLeft
    /// The person has printed the codes, or written them down.
    case keptButtonTapped
    case revokeButtonTapped
    case revokeCancelled
    case revokeConfirmed
    case revokeResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case load
    case changes
    case silentGroup
  }

  static let silentGroupLife = Duration.seconds(30)

  @Dependency(\.checkInCodesClient) var checkInCodesClient
  @Dependency(\.contactClient) var contactClient
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(
          .request(Action.sheetResponse, cancelled: .requestCancelled) { [checkInCodesClient] in
            try await checkInCodesClient.getSheet()
          }
          .cancellable(id: CancellationID.load, cancelInFlight: true),
          .follow(
            { [checkInCodesClient] in checkInCodesClient.sheetStream() }, send: Action.sheetChanged
          )
          .cancellable(id: CancellationID.changes, cancelInFlight: true))

      case .sheetResponse(.success(let sheet)), .sheetChanged(let sheet):
        state.hasLoaded = true
        state.sheet = sheet
        return .none

      case .originReported(let origin):
        state.origin = origin
        // The page has just been loaded: it may have been left without a word before.
        return hideSilentGroup(&state)

      case .makeButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.contactsResponse, cancelled: .requestCancelled) { [contactClient] in
          try await contactClient.getContacts()
        }

      case .contactsResponse(.success(let contacts)):
        state.isLoading = false
        state.draft = Draft(contacts)
        return .none

      case .responderTapped(let id):
        state.draft?.told.formSymmetricDifference([id])
        return .none

      case .draftCancelled:
        if !state.isLoading { state.draft = nil }
        return .none

      case .draftConfirmed:
        // A person who must re-authenticate does so here, before the request to the server.
        guard let draft = state.draft, draft.canBeMade, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.makeResponse, cancelled: .requestCancelled) {
          [checkInCodesClient] in try await checkInCodesClient.make(draft.told.sorted())
        }

      case .makeResponse(.success(let sheet)):
        state.isLoading = false
        state.draft = nil
        state.created = sheet
        state.sheet = sheet.details
        return hideSilentGroup(&state)

      case .silentGroupTapped:
        guard state.created != nil, !state.isSilentGroupShown else {
          return hideSilentGroup(&state)
        }
        state.isSilentGroupShown = true
        return .run { [clock] send in
          try await clock.sleep(for: Self.silentGroupLife)
          await send(.silentGroupExpired)
        }
        .cancellable(id: CancellationID.silentGroup, cancelInFlight: true)

      case .silentGroupExpired, .pageLeft:
        return hideSilentGroup(&state)

      case .keptButtonTapped:
        state.created = nil
        return hideSilentGroup(&state)

      case .revokeButtonTapped:
        state.isRevokeAsked = state.sheet != nil && !state.isLoading
        return .none

      case .revokeCancelled:
        if !state.isLoading { state.isRevokeAsked = false }
        return .none

      case .revokeConfirmed:
        guard state.isRevokeAsked, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.revokeResponse, cancelled: .requestCancelled) {
          [checkInCodesClient] in
          try await checkInCodesClient.revoke()
          return Empty()
        }

      case .revokeResponse(.success):
        state.isLoading = false
        state.isRevokeAsked = false
        state.sheet = nil
        return .none

      case .sheetResponse(.failure(let error)), .contactsResponse(.failure(let error)),
        .makeResponse(.failure(let error)), .revokeResponse(.failure(let error)):
        state.isLoading = false
        state.isRevokeAsked = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        state.isRevokeAsked = false
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func hideSilentGroup(_ state: inout State) -> Effect<Action> {
    guard state.isSilentGroupShown else { return .none }
    state.isSilentGroupShown = false
    return .cancel(id: CancellationID.silentGroup)
  }
}
