import Composable
import Foundation
import LifeSignalModel

/// How one feature's events affect another.
extension AppFeature {
  func react(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .mainTab(.profile(.delegate(.signedOut))):
      return tearDown(&state, .signedOut)

    case .mainTab(.profile(.delegate(.accountDeleted))):
      return tearDown(&state, .accountDeleted)

    case .auth(.join(.delegate(.declined))):
      // Signing in leads to no question that was answered already.
      if state.pendingDeepLink?.invitation != nil { state.pendingDeepLink = nil }
      return .none

    case .onboarding(.delegate(.onboardingCompleted)):
      guard let user = state.user.userData else { return .send(.user(.loadUserData)) }
      return enter(&state, user)

    case .user(.userUpdated(let user)), .user(.loadUserDataResponse(let user)):
      return userUpdated(&state, user)

    case .user(.loadUserDataFailed(let error)):
      return .send(.userDataError(error))

    case .user(.updateProfileFailed(let edit, let error)):
      state.errorAlert = AppErrorAlert(.updateProfile(edit), error)
      return .none

    case .contacts(.delegate(.contactsLoadFailed(let error))):
      return .send(.contactsStreamError(error))

    case .contacts(.contactsUpdated):
      guard let follow = state.mainTab?.followContacts() else { return .none }
      return .merge(
        follow.map { .mainTab($0) },
        showEmergency(&state),
        // The stream's value is newer than an answer still under way to either list.
        .cancel(id: ContactsFeature.CancellationID.loadContacts),
        // A link to a person who was not known yet.
        state.pendingDeepLink.map { .send(.handleDeepLink($0.url)) } ?? .none)

    case .contacts(.contactsLoaded):
      guard let follow = state.mainTab?.followContacts() else { return .none }
      return .merge(follow.map { .mainTab($0) }, showEmergency(&state))

    case .ping(.pingsUpdated), .ping(.pingsResponse):
      guard let id = state.awaitedPing else { return .none }
      let ping = state.ping.known(id)
      // If the answer does not contain it, it is gone.
      if ping != nil || action.is(\.ping.pingsResponse) { state.awaitedPing = nil }
      return state.mainTab == nil ? .none : ping.map { open($0, state) } ?? .none

    case .notification(.delegate(let delegate)):
      return react(&state, delegate)

    case .mainTab(.alarmTapped(let id)),
      .mainTab(.dependents(.contactDetails(.presented(.alarmTapped(let id))))),
      .mainTab(.responders(.contactDetails(.presented(.alarmTapped(let id))))):
      return .send(.openAlarm(id))

    case .mainTab(.showNotifications(true)):
      return .send(.notification(.onAppear))

    // The sheet ends with the notifications it lies above.
    case .mainTab(.showNotifications(false)), .mainTab(.tabSelected):
      state.notification.isPreferencesSheetPresented = false
      return .none

    case .notification(.setPreferencesSheetPresented(true)):
      guard state.mainTab?.isNotificationsPresented == false else { return .none }
      state.mainTab?.isNotificationsPresented = true
      return .send(.notification(.onAppear))

    default:
      return offerRetry(&state, action)
    }
  }

  private func react(
    _ state: inout State, _ delegate: NotificationFeature.Action.Delegate
  ) -> Effect<Action> {
    guard state.mainTab != nil else { return .none }
    switch delegate {
    case .unreadCountChanged(let count):
      state.mainTab?.unreadCount = count
      return .none

    case .errorOccurred(let error):
      state.error = error
      return .none

    case .navigateToCheckIn:
      return .send(.mainTab(.tabSelected(.checkIn)))

    case .navigateToContact(let id):
      return openContact(state, id)

    case .navigateToPing(let id):
      guard let ping = state.ping.known(id) else {
        // It may have arrived after the present list.
        state.awaitedPing = id
        return .merge(.send(.mainTab(.tabSelected(.dependents))), .send(.ping(.loadPings)))
      }
      return open(ping, state)

    case .navigateToAlert(let id):
      let isOn =
        state.contacts.contacts.contains { $0.alarms.contains { $0.id == id } }
        || state.user.userData?.alarms.contains { $0.id == id } == true
      if isOn { return .send(.openAlarm(id)) }
      // A contact's alert leads to the contact, also when it has ended; otherwise it is my own.
      let contact =
        state.contacts.contacts.first { $0.manualAlertID == id }?.id
        ?? state.notification.notifications.first { $0.relatedAlertID == id }?.relatedContactID
      if let contact { return openContact(state, contact) }
      return .send(.mainTab(.tabSelected(.checkIn)))
    }
  }

  /// Opens the list of the side that sent or received the ping, and the ping's sheet.
  private func open(_ ping: PingData, _ state: State) -> Effect<Action> {
    let isMine = ping.recipientID == state.ping.userID
    return .merge(
      .send(.mainTab(.tabSelected(isMine ? .responders : .dependents))),
      .send(.ping(.selectPing(ping))))
  }

  /// The list in which the person matters most now, and their sheet.
  func openContact(_ state: State, _ id: ContactData.ID) -> Effect<Action> {
    guard let contact = state.contacts.contacts[id: id] else { return .none }
    let showsDependent =
      contact.isDependent && (!contact.isResponder || contact.needsAttention)
    return showsDependent
      ? .merge(
        .send(.mainTab(.tabSelected(.dependents))),
        .send(.mainTab(.dependents(.selectContact(contact)))))
      : .merge(
        .send(.mainTab(.tabSelected(.responders))),
        .send(.mainTab(.responders(.selectContact(contact)))))
  }
}
