import Composable
import Foundation
import LifeSignalModel

/// Sign-in and sign-out, and the streams that live with the signed-in person.
extension AppFeature {
  var launch: Effect<Action> {
    .merge(
      .follow(authClient.authStateStream, send: Action.authStateChanged)
        .cancellable(id: CancellationID.authStateStream, cancelInFlight: true),
      .follow(
        notificationClient.streamPushTokenUpdates, send: Action.updatePushToken
      )
      .cancellable(id: CancellationID.fcmTokenStream, cancelInFlight: true),
      .follow(notificationClient.streamNotificationResponses) {
        .notification(.notificationResponseReceived($0))
      }
      .cancellable(id: CancellationID.notificationResponseStream, cancelInFlight: true),
      .follow(networkClient.isOnlineStream) {
        .networkStatusChanged(isOnline: $0)
      }
      .cancellable(id: CancellationID.networkStream, cancelInFlight: true),
      // Not among the streams of the person's data: those restart whenever the person returns to
      // the app, as they do after reading the code.
      .follow(proofClient.demands, send: Action.proofDemanded)
        .cancellable(id: CancellationID.proofStream, cancelInFlight: true)
    )
  }

  /// The four streams of a person's data. Each begins with the current value, so that following
  /// them again also catches up on missed changes.
  /// Lists are followed once there are screens to show them.
  func dataStreams(_ state: State) -> Effect<Action> {
    state.mainTab == nil ? userStream : .merge(userStream, listStreams)
  }

  private var userStream: Effect<Action> {
    .follow(userClient.userStream) { .user(.userUpdated($0)) }
      .cancellable(id: CancellationID.userDataStream, cancelInFlight: true)
  }

  private var listStreams: Effect<Action> {
    .merge(
      .follow(contactClient.contactsStream) { .contacts(.contactsUpdated($0)) }
        .cancellable(id: CancellationID.contactsStream, cancelInFlight: true),
      .follow(pingClient.pingListsStream) { .ping(.pingsUpdated($0)) }
        .cancellable(id: CancellationID.pingStream, cancelInFlight: true),
      .follow(notificationClient.notificationStream) {
        .notification(.notificationsUpdated($0))
      }
      .cancellable(id: CancellationID.notificationStream, cancelInFlight: true)
    )
  }

  func authStateChanged(_ state: inout State, _ user: UserData?) -> Effect<Action> {
    guard let user else {
      let wasSignedIn = state.isAuthenticated
      state.isInitializing = false
      // The stream may bring it before the answer to the request that caused it.
      let isDeleting = state.mainTab?.profile.accountDeletion?.isLoading ?? false
      return wasSignedIn ? tearDown(&state, isDeleting ? .accountDeleted : .signedOut) : .none
    }
    // Known already: the person's own stream may have brought a newer record meanwhile.
    if state.isAuthenticated, state.user.userData?.id == user.id { return .none }
    // A different person than before: nothing of the former one may stay.
    let former = state.isAuthenticated ? tearDown(&state) : .none
    state.isInitializing = false
    state.isAuthenticated = true
    state.keepAgreement()
    state.auth.reset()
    state.auth.isAuthenticated = true
    state.user.userData = user
    if let language = user.language { state.language = language }
    state.ping.userID = user.id
    state.needsOnboarding = user.needsOnboarding
    guard !user.needsOnboarding else { return .concatenate(former, userStream) }
    return .concatenate(former, .merge(userStream, enter(&state, user)))
  }

  /// Builds the screens, follows what they show and goes to the place of a waiting link.
  func enter(_ state: inout State, _ user: UserData) -> Effect<Action> {
    state.needsOnboarding = false
    var mainTab = MainTabFeature.State(currentTime: date.now)
    mainTab.unreadCount = state.notification.unreadCount
    state.mainTab = mainTab
    let link = state.pendingDeepLink
    state.pendingDeepLink = nil
    return .merge(
      listStreams, tell(&state, user), .send(.mainTab(.checkIn(.checklist(.onAppear)))),
      link.map { open($0, &state) } ?? .none)
  }

  func userUpdated(_ state: inout State, _ user: UserData) -> Effect<Action> {
    guard state.isAuthenticated, state.user.userData?.id == user.id else { return .none }
    let isOtherLanguage = user.language.map { $0 != state.language } ?? false
    let keep = isOtherLanguage ? Effect<Action>.send(.languageChoice(.userUpdated(user))) : .none
    if state.mainTab != nil {
      // The person's own alert may be over, and another person's waited for that.
      return .merge(keep, tell(&state, user), showEmergency(&state))
    }
    // Set up in another window in the meantime: this one need not ask again.
    let isBusy = state.onboarding.isLoading || state.onboarding.isComplete
    guard state.needsOnboarding, user.profileComplete, !isBusy else { return keep }
    return .merge(keep, enter(&state, user))
  }

  /// Passes the person's record to everything that shows part of it.
  private func tell(_ state: inout State, _ user: UserData) -> Effect<Action> {
    state.notification.preferences.preferences = user.preferences
    return .send(.mainTab(.userUpdated(user)))
  }

  /// Forgets the person: their screens, data, streams and stored values. The sign-in page confirms how they left.
  func tearDown(_ state: inout State, _ farewell: AuthFeature.Farewell? = nil) -> Effect<Action> {
    let isOffline = state.isOffline
    let (language, address) = (state.language, state.address)
    state = State()
    state.language = language
    state.address = address
    state.auth.farewell = farewell
    state.isInitializing = false
    // It belongs to the device, not to the person.
    state.isOffline = isOffline
    let streams = CancellationID.allCases.filter {
      // The next sign-in, and the device's own streams, must still be received.
      switch $0 {
      case .authStateStream, .fcmTokenStream, .notificationResponseStream, .networkStream,
        .proofStream:
        false
      default: true
      }
    }
    return .merge(
      .merge(streams.map { .cancel(id: $0) }),
      // An answer under way for the former person must not fill the next one's lists.
      .cancel(id: UserFeature.CancellationID.loadUserData),
      // Nor may a failed one be repeated for the next person.
      .cancel(id: UserFeature.CancellationID.updateProfile),
      .cancel(id: ContactsFeature.CancellationID.loadContacts),
      .cancel(id: PingFeature.CancellationID.loadPings),
      .cancel(id: NotificationFeature.CancellationID.loadNotifications),
      .run { [proofClient] _ in proofClient.settle(false) })
  }
}
