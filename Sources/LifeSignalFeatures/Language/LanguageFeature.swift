public import Composable
public import LifeSignalModel

/// The language of this person's pages and messages.
@Reducer
public struct LanguageFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The shown language: a member's choice, or the device's.
    public var language: Language
    /// The language shown before the choice that is being saved.
    public var former: Language?
    public var error: UserFacingError?

    public init(language: Language = .english) {
      self.language = language
    }

    public var isSaving: Bool { former != nil }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// Shown immediately; the old one returns if it cannot be saved.
    case languageSelected(Language)
    case languageResponse(Result<Language, UserFacingError>)
    case saveCancelled
    /// The server's record changed; while a choice is being saved, that is older news.
    case userUpdated(UserData)
    case setError(UserFacingError?)
  }

  public enum CancellationID: Hashable, Sendable {
    case save
  }

  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .languageSelected(let language):
        guard language != state.language else { return .none }
        // After several quick choices the language before the first one is the stored one.
        state.former = state.former ?? state.language
        state.language = language
        return .request(Action.languageResponse, cancelled: .saveCancelled) { [userClient] in
          try await userClient.setLanguage(language)
          return language
        }
        .cancellable(id: CancellationID.save, cancelInFlight: true)

      case .languageResponse(.success(let language)):
        // The answer to a replaced choice does not concern the newer one.
        guard language == state.language else { return .none }
        state.former = nil
        return .none

      case .languageResponse(.failure(let error)):
        state.language = state.former ?? state.language
        state.former = nil
        state.error = error
        return .none

      case .saveCancelled:
        // Not saved, and no message is shown about it.
        state.language = state.former ?? state.language
        state.former = nil
        return .none

      case .userUpdated(let user):
        guard !state.isSaving, let language = user.language else { return .none }
        state.language = language
        return .none

      case .setError(let error):
        state.error = error
        return .none
      }
    }
  }
}
