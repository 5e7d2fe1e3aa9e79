public import Composable
public import Foundation
public import LifeSignalModel

/// The whole app of one session: the signed-in person, their data, their screens.
///
/// Owns the streams from the server; the screens hold the contacts. Every id of an effect below
/// belongs to the one store this runs in, so no session can cancel another's.
@Reducer
public struct AppFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var auth: AuthFeature.State = .init()
    public var onboarding: OnboardingFeature.State = .init()
    public var user: UserFeature.State = .init()
    public var ping: PingFeature.State = .init()
    public var notification: NotificationFeature.State = .init()
    /// Nil until a person is signed in and has a name.
    public var mainTab: MainTabFeature.State?
    public var isAuthenticated: Bool = false
    public var needsOnboarding: Bool = false
    /// Until it is known whether a person is signed in.
    public var isInitializing: Bool = true
    public var isOffline: Bool = false
    public var error: UserFacingError?
    public var errorAlert: AppErrorAlert?
    public var pendingDeepLink: DeepLink?
    /// Scheme and host of this server, as the browser knows it; empty where that is unknown.
    public var address: String = ""
    /// A ping whose sheet opens as soon as the pings have loaded.
    public var awaitedPing: PingData.ID?
    public var languageChoice: LanguageFeature.State = .init()
    /// The alert that is shown, above every page.
    @Presents public var alarm: AlarmFeature.State?
    /// Alerts that the person has looked at and put aside. They stay in the bar above every page.
    public var asideAlarms: Set<AlertRecord.ID> = []
    /// The link of an invitation that a member has opened, above every page.
    @Presents public var wish: WishFeature.State?
    /// The token of an invitation whose wish a visitor has granted: it is done as soon as they have a name.
    public var agreedInvitation: String?
    /// A request waits for re-authentication; shown above every page.
    @Presents public var confirm: ConfirmFeature.State?

    public init() {}

    /// The contacts of the screens; none before these are there.
    public internal(set) var contacts: ContactsFeature.State {
      get { mainTab?.contacts ?? .init() }
      set { mainTab?.contacts = newValue }
    }

    /// The language of the app.
    public var language: Language {
      get { languageChoice.language }
      set { languageChoice.language = newValue }
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case appDidLaunch
    case appDidBecomeActive
    case authStateChanged(UserData?)
    case signOut
    case signOutResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case userDataError(UserFacingError)
    case contactsStreamError(UserFacingError)
    /// Whether the server can be reached.
    case networkStatusChanged(isOnline: Bool)
    case updatePushToken(String)
    case handleDeepLink(URL)
    case tabSelected(MainTabFeature.Tab)
    case errorAlert(PresentationAction<ErrorAlert>)
    case dismissError
    case auth(AuthFeature.Action)
    case onboarding(OnboardingFeature.Action)
    case user(UserFeature.Action)
    case contacts(ContactsFeature.Action)
    case ping(PingFeature.Action)
    case notification(NotificationFeature.Action)
    case mainTab(MainTabFeature.Action)
    case languageChoice(LanguageFeature.Action)
    case openAlarm(AlertRecord.ID)
    case alarm(PresentationAction<AlarmFeature.Action>)
    /// The link of an invitation; its token.
    case openInvitation(String)
    case wish(PresentationAction<WishFeature.Action>)
    case proofDemanded(ProofReason?)
    case confirm(PresentationAction<ConfirmFeature.Action>)

    @CasePathable
    public enum ErrorAlert: Equatable, Sendable {
      case retry
    }
  }

  public enum CancellationID: Hashable, Sendable, CaseIterable {
    case authStateStream
    case userDataStream
    case contactsStream
    case pingStream
    case notificationStream
    case proofStream
    case notificationResponseStream
    case fcmTokenStream
    case networkStream
  }

  @Dependency(\.authClient) var authClient
  @Dependency(\.userClient) var userClient
  @Dependency(\.contactClient) var contactClient
  @Dependency(\.pingClient) var pingClient
  @Dependency(\.notificationClient) var notificationClient
  @Dependency(\.networkClient) var networkClient
  @Dependency(\.proofClient) var proofClient
  @Dependency(\.alarmClient) var alarmClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.auth, action: \.auth) { AuthFeature() }
    Scope(state: \.onboarding, action: \.onboarding) { OnboardingFeature() }
    Scope(state: \.user, action: \.user) { UserFeature() }
    Scope(state: \.contacts, action: \.contacts) { ContactsFeature() }
    Scope(state: \.ping, action: \.ping) { PingFeature() }
    Scope(state: \.notification, action: \.notification) { NotificationFeature() }
    Scope(state: \.languageChoice, action: \.languageChoice) { LanguageFeature() }
    Reduce { state, action in
      reduce(&state, action)
    }
    .ifLet(\.mainTab, action: \.mainTab) {
      MainTabFeature()
    }
    .ifLet(\.$alarm, action: \.alarm) {
      AlarmFeature()
    }
    .ifLet(\.$wish, action: \.wish) {
      WishFeature()
    }
    .ifLet(\.$confirm, action: \.confirm) {
      ConfirmFeature()
    }
  }

  private func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .appDidLaunch:
      state.isInitializing = !state.isAuthenticated
      return .merge(launch, state.auth.resendCodeTimer > 0 ? .send(.auth(.resumed)) : .none)

    case .appDidBecomeActive:
      guard state.isAuthenticated, !state.needsOnboarding else { return .none }
      return .merge(
        dataStreams(state), .send(.mainTab(.checkIn(.appBecameActive))),
        .send(.mainTab(.alert(.appBecameActive))))

    case .authStateChanged(let user):
      return authStateChanged(&state, user)

    case .signOut:
      return .request(Action.signOutResponse, cancelled: .requestCancelled) { [authClient] in
        try await authClient.signOut()
        return Empty()
      }

    case .signOutResponse(.success):
      return tearDown(&state, .signedOut)

    case .signOutResponse(.failure(let error)):
      state.errorAlert = AppErrorAlert(.signOut, error)
      return .none

    case .requestCancelled:
      return .none

    case .userDataError(let error):
      state.errorAlert = AppErrorAlert(.loadUserData, error)
      return .none

    case .contactsStreamError(let error):
      state.errorAlert = AppErrorAlert(.loadContacts, error)
      return .none

    case .networkStatusChanged(let isOnline):
      let isBack = state.isOffline && isOnline
      state.isOffline = !isOnline
      // Changes during the time offline are read immediately, not with the next event.
      return isBack && state.isAuthenticated ? dataStreams(state) : .none

    case .updatePushToken(let token):
      return .send(.notification(.updatePushToken(token)))

    case .handleDeepLink(let url):
      guard let link = DeepLink(url) else { return .none }
      state.pendingDeepLink = nil
      guard state.mainTab != nil else {
        state.pendingDeepLink = link
        guard !state.isAuthenticated, let token = link.invitation else { return .none }
        return .send(.auth(.invitationOpened(token)))
      }
      return open(link, &state)

    case .tabSelected(let tab):
      return state.mainTab == nil ? .none : .send(.mainTab(.tabSelected(tab)))

    case .errorAlert(.presented(.retry)):
      let retry = state.errorAlert?.retry
      state.errorAlert = nil
      return retry.map { again($0, state) } ?? .none

    case .errorAlert(.dismiss):
      state.errorAlert = nil
      return .none

    case .dismissError:
      state.error = nil
      return .none

    case .languageChoice:
      return .none

    case .openAlarm(let id):
      guard state.mainTab != nil, state.alarm?.id != id || state.alarm?.isUnasked == true else {
        return .none
      }
      return show(id, isUnasked: false, &state)

    case .alarm(.presented(.delegate(.dismissed))):
      return putAside(&state)

    case .alarm:
      return .none

    case .openInvitation, .wish:
      return wish(&state, action)

    case .proofDemanded, .confirm:
      return confirm(&state, action)

    case .auth, .onboarding, .user, .contacts, .ping, .notification, .mainTab:
      return react(&state, action)
    }
  }
}
