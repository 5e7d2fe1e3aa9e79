public import Composable
public import LifeSignalModel

/// One contact's sheet. It asks; its parent, next to the contact collection, acts.
@Reducer
public struct ContactDetailsSheetViewFeature: Sendable {
  public enum OriginalList: Equatable, Sendable {
    case responders
    case dependents
    case both
  }

  public enum RoleChange: Equatable, Sendable {
    case addResponder
    case removeResponder
    case addDependent
    case removeDependent
  }

  /// The one question or notice in front of the sheet.
  public enum ContactAlert: Equatable, Sendable {
    /// Taking away the last role is refused.
    case role
    case delete
    case ping
    /// Asks whether to withdraw the open ping.
    case pingConfirmation
    case pingDisabled
    case roleToggle
    /// The change moved the contact out of the list the sheet was opened from.
    case moved
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var contact: ContactData?
    public var isSheetPresented: Bool
    public var originalList: OriginalList
    public var isLoading: Bool
    public var error: UserFacingError?
    public var pendingRoleChange: RoleChange?
    public var activeAlert: ContactAlert?
    /// The sheet has nothing more to say; its parent takes it away.
    public var shouldDismiss: Bool

    public init(
      contact: ContactData? = nil, isSheetPresented: Bool = false,
      originalList: OriginalList = .both
    ) {
      self.contact = contact
      self.isSheetPresented = isSheetPresented
      self.originalList = originalList
      isLoading = false
      error = nil
      pendingRoleChange = nil
      activeAlert = nil
      shouldDismiss = false
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case setContact(ContactData?)
    case setSheetPresented(Bool)
    case toggleResponder
    case toggleDependent
    case confirmRoleChange
    case cancelRoleChange
    case removeContactButtonTapped
    case confirmRemove
    case pingButtonTapped
    case confirmPing
    case confirmClearPing
    case respondToPingButtonTapped
    case alertDismissed
    case autoCloseElapsed
    case setError(UserFacingError?)
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case toggleContactRole(id: ContactData.ID, isResponder: Bool, isDependent: Bool)
      case removeContact(id: ContactData.ID)
      case pingContact(id: ContactData.ID)
      case clearPing(id: PingData.ID)
      case respondToPing(id: PingData.ID)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case autoClose
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .none

      case .setContact(let contact):
        state.contact = contact
        return .none

      case .setSheetPresented(let isPresented):
        guard !isPresented else {
          state.isSheetPresented = true
          return .none
        }
        state = State()
        state.shouldDismiss = true
        return .cancel(id: CancellationID.autoClose)

      case .toggleResponder:
        return toggle(&state, on: .addResponder, off: .removeResponder, \.isResponder)

      case .toggleDependent:
        return toggle(&state, on: .addDependent, off: .removeDependent, \.isDependent)

      case .confirmRoleChange:
        return applyRoleChange(&state)

      case .cancelRoleChange, .alertDismissed:
        state.pendingRoleChange = nil
        let wasMoved = state.activeAlert == .moved
        state.activeAlert = nil
        return wasMoved ? .send(.setSheetPresented(false)) : .none

      case .removeContactButtonTapped:
        state.activeAlert = .delete
        return .none

      case .confirmRemove:
        state.activeAlert = nil
        guard let contact = state.contact else { return .none }
        return .concatenate(
          .send(.delegate(.removeContact(id: contact.id))), .send(.setSheetPresented(false)))

      case .pingButtonTapped:
        guard let contact = state.contact else { return .none }
        state.activeAlert =
          !contact.isDependent ? .pingDisabled : contact.hasOutgoingPing ? .pingConfirmation : .ping
        return .none

      case .confirmPing:
        state.activeAlert = nil
        guard let contact = state.contact, contact.isDependent else {
          state.activeAlert = .pingDisabled
          return .none
        }
        return .send(.delegate(.pingContact(id: contact.id)))

      case .confirmClearPing:
        state.activeAlert = nil
        guard let id = state.contact?.outgoingPingID else { return .none }
        return .send(.delegate(.clearPing(id: id)))

      case .respondToPingButtonTapped:
        guard let id = state.contact?.incomingPingID else { return .none }
        return .send(.delegate(.respondToPing(id: id)))

      case .autoCloseElapsed:
        return .send(.setSheetPresented(false))

      case .setError(let error):
        state.error = error
        return .none

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func toggle(
    _ state: inout State, on: RoleChange, off: RoleChange,
    _ role: KeyPath<ContactData, Bool>
  ) -> Effect<Action> {
    guard let contact = state.contact else { return .none }
    let isOn = contact[keyPath: role]
    if isOn, !(contact.isResponder && contact.isDependent) {
      state.activeAlert = .role
      return .none
    }
    state.pendingRoleChange = isOn ? off : on
    state.activeAlert = .roleToggle
    return .none
  }

  private func applyRoleChange(_ state: inout State) -> Effect<Action> {
    guard let change = state.pendingRoleChange, let contact = state.contact else { return .none }
    state.pendingRoleChange = nil
    state.activeAlert = nil
    var isResponder = contact.isResponder
    var isDependent = contact.isDependent
    switch change {
    case .addResponder: isResponder = true
    case .removeResponder: isResponder = false
    case .addDependent: isDependent = true
    case .removeDependent: isDependent = false
    }
    let ask = Effect<Action>.send(
      .delegate(
        .toggleContactRole(id: contact.id, isResponder: isResponder, isDependent: isDependent)))
    let isMoved =
      (state.originalList == .responders && !isResponder)
      || (state.originalList == .dependents && !isDependent)
    guard isMoved else { return ask }
    state.activeAlert = .moved
    return .merge(
      ask,
      .run { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.autoCloseElapsed)
      }
      .cancellable(id: CancellationID.autoClose, cancelInFlight: true)
    )
  }
}
