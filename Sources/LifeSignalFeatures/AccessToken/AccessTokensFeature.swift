public import Composable
public import Foundation
public import LifeSignalModel

/// Keys to my account for programs: the list, a new one, and ending each.
@Reducer
public struct AccessTokensFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Newest first.
    public var tokens: [AccessTokenData] = []
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    /// The token that is being filled in.
    public var draft: Draft?
    /// A new token: its text is shown until the person has it, and never again.
    public var created: NewAccessToken?
    public var copying: Copying = .none
    /// The token to revoke, while the person is asked and it is revoked.
    public var pendingEnd: AccessTokenData?
    public var error: UserFacingError?

    public init() {}
  }

  public struct Draft: Equatable, Sendable {
    public var name: String = ""
    public var scopes: Set<TokenScope> = [.read]
    public var life: Life = .quarter

    public init() {}

    public var canBeMade: Bool { !PersonName.trimmed(name).isEmpty && !scopes.isEmpty }
  }

  /// How long a token is to last.
  public enum Life: String, CaseIterable, Equatable, Sendable {
    case week
    case month
    case quarter
    case year
    /// Until it is revoked.
    case open

    public var seconds: TimeInterval? {
      switch self {
      case .week: 7 * 86_400
      case .month: 30 * 86_400
      case .quarter: 90 * 86_400
      case .year: 365 * 86_400
      case .open: nil
      }
    }
  }

  public enum Copying: Equatable, Sendable {
    case none
    case done
    case failed
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case tokensResponse(Result<[AccessTokenData], UserFacingError>)
    case createButtonTapped
    case draftCancelled
    case nameChanged(String)
    case scopeTapped(TokenScope)
    case lifeChosen(Life)
    case draftConfirmed
    case createResponse(Result<NewAccessToken, UserFacingError>)
    case copied
    case copyFailed
    /// The person has stored the new token where it belongs.
    case keptButtonTapped
    case endButtonTapped(AccessTokenData)
    case endCancelled
    case endConfirmed
    case endResponse(Result<AccessToken.ID, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.accessTokenClient) var accessTokenClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.tokensResponse, cancelled: .requestCancelled) {
          [accessTokenClient] in try await accessTokenClient.getTokens()
        }

      case .tokensResponse(.success(let tokens)):
        state.isLoading = false
        state.hasLoaded = true
        state.tokens = tokens
        return .none

      case .createButtonTapped:
        state.draft = Draft()
        return .none

      case .draftCancelled:
        if !state.isLoading { state.draft = nil }
        return .none

      case .nameChanged(let name):
        state.draft?.name = name
        return .none

      case .scopeTapped(let scope):
        state.draft?.scopes.formSymmetricDifference([scope])
        return .none

      case .lifeChosen(let life):
        state.draft?.life = life
        return .none

      case .draftConfirmed:
        guard let draft = state.draft, draft.canBeMade, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.createResponse, cancelled: .requestCancelled) {
          [accessTokenClient] in
          try await accessTokenClient.createToken(draft.name, draft.scopes, draft.life.seconds)
        }

      case .createResponse(.success(let token)):
        state.isLoading = false
        state.draft = nil
        state.created = token
        state.copying = .none
        state.tokens.insert(token.details, at: 0)
        return .none

      case .copied:
        state.copying = .done
        return .none

      case .copyFailed:
        state.copying = .failed
        return .none

      case .keptButtonTapped:
        state.created = nil
        state.copying = .none
        return .none

      case .endButtonTapped(let token):
        guard !state.isLoading else { return .none }
        state.pendingEnd = token
        return .none

      case .endCancelled:
        if !state.isLoading { state.pendingEnd = nil }
        return .none

      case .endConfirmed:
        guard let token = state.pendingEnd, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.endResponse, cancelled: .requestCancelled) { [accessTokenClient] in
          try await accessTokenClient.revokeToken(token.id)
          return token.id
        }

      case .endResponse(.success(let id)):
        state.isLoading = false
        state.pendingEnd = nil
        state.tokens.removeAll { $0.id == id }
        return .none

      case .tokensResponse(.failure(let error)), .createResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .endResponse(.failure(let error)):
        state.isLoading = false
        state.pendingEnd = nil
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        state.pendingEnd = nil
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
}
