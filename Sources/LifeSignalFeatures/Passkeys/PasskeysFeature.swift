public import Composable
public import LifeSignalModel

/// My passkeys: the list, a new one, renaming, and removing each.
@Reducer
public struct PasskeysFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Newest first; nil where none are offered.
    public var passkeys: [PasskeyData]?
    /// The request to the device.
    public var creation: PasskeyCreation?
    public var renaming: Renaming?
    /// The passkey to remove, while the person is asked and it is removed.
    public var pendingRemoval: PasskeyData?
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  public struct Renaming: Equatable, Sendable {
    public var id: Passkey.ID
    public var name: String

    public init(id: Passkey.ID, name: String) {
      self.id = id
      self.name = name
    }

    public var canBeSaved: Bool { !PersonName.trimmed(name).isEmpty }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case passkeysResponse(Result<[PasskeyData]?, UserFacingError>)
    case addButtonTapped
    case creationResponse(Result<PasskeyCreation, UserFacingError>)
    case answered(PasskeyOutcome)
    case registerResponse(Result<PasskeyData, UserFacingError>)
    case renameButtonTapped(PasskeyData)
    case nameChanged(String)
    case renameConfirmed
    case renameCancelled
    /// The list with the new name.
    case renameResponse(Result<[PasskeyData], UserFacingError>)
    case removeButtonTapped(PasskeyData)
    case removeCancelled
    case removeConfirmed
    case removeResponse(Result<Passkey.ID, UserFacingError>)
    case requestCancelled
    case setError(UserFacingError?)
  }

  @Dependency(\.passkeyClient) var passkeyClient
  @Dependency(\.performer) var performer

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .request(Action.passkeysResponse, cancelled: .requestCancelled) {
          [performer] in
          do {
            return try await performer.answer(GetPasskeys()).items
          } catch Refusal.passkeysNotOffered {
            return nil
          }
        }

      case .passkeysResponse(.success(let passkeys)):
        state.passkeys = passkeys
        return .none

      case .addButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.creationResponse, cancelled: .requestCancelled) {
          [passkeyClient] in try await passkeyClient.startRegistration()
        }

      case .creationResponse(.success(let creation)):
        state.creation = creation
        return .none

      case .answered(.answer(let answer)):
        guard state.creation != nil else { return .none }
        state.creation = nil
        return .request(Action.registerResponse, cancelled: .requestCancelled) {
          [passkeyClient] in try await passkeyClient.register(answer)
        }

      case .answered(let outcome):
        guard state.creation != nil else { return .none }
        state.creation = nil
        state.isLoading = false
        state.error = outcome.error
        return .none

      case .registerResponse(.success(let passkey)):
        state.isLoading = false
        state.passkeys?.insert(passkey, at: 0)
        return .none

      case .renameButtonTapped(let passkey):
        guard !state.isLoading else { return .none }
        state.renaming = Renaming(id: passkey.id, name: passkey.name)
        return .none

      case .nameChanged(let name):
        state.renaming?.name = name
        return .none

      case .renameCancelled:
        if !state.isLoading { state.renaming = nil }
        return .none

      case .renameConfirmed:
        guard let renaming = state.renaming, renaming.canBeSaved, !state.isLoading else {
          return .none
        }
        state.isLoading = true
        return .request(Action.renameResponse, cancelled: .requestCancelled) { [performer] in
          try await performer.perform(RenamePasskey(id: renaming.id, name: renaming.name))
          return try await performer.answer(GetPasskeys()).items
        }

      case .renameResponse(.success(let passkeys)):
        state.isLoading = false
        state.renaming = nil
        state.passkeys = passkeys
        return .none

      case .removeButtonTapped(let passkey):
        guard !state.isLoading else { return .none }
        state.pendingRemoval = passkey
        return .none

      case .removeCancelled:
        if !state.isLoading { state.pendingRemoval = nil }
        return .none

      case .removeConfirmed:
        guard let passkey = state.pendingRemoval, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.removeResponse, cancelled: .requestCancelled) { [performer] in
          try await performer.perform(RemovePasskey(id: passkey.id))
          return passkey.id
        }

      case .removeResponse(.success(let id)):
        state.isLoading = false
        state.pendingRemoval = nil
        state.passkeys?.removeAll { $0.id == id }
        return .none

      case .renameResponse(.failure(.dataNotFound)):
        let id = state.renaming?.id
        state.renaming = nil
        return alreadyRemoved(id, from: &state)

      case .removeResponse(.failure(.dataNotFound)):
        return alreadyRemoved(state.pendingRemoval?.id, from: &state)

      case .passkeysResponse(.failure(let error)), .creationResponse(.failure(let error)),
        .registerResponse(.failure(let error)), .renameResponse(.failure(let error)),
        .removeResponse(.failure(let error)):
        state.isLoading = false
        state.pendingRemoval = nil
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        state.creation = nil
        state.pendingRemoval = nil
        return .none

      case .setError(let error):
        state.error = error
        return .none
      }
    }
  }

  /// Another browser removed it, and perhaps others of the list.
  private func alreadyRemoved(_ id: Passkey.ID?, from state: inout State) -> Effect<Action> {
    state.isLoading = false
    state.pendingRemoval = nil
    state.passkeys?.removeAll { $0.id == id }
    state.error = .validation(
      title: "Already removed", message: "This passkey was already removed.")
    return .send(.onAppear)
  }
}
