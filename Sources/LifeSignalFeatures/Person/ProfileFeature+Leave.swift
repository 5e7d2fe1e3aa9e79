import Composable
import LifeSignalModel

/// Signing out, and the pages behind the profile.
extension ProfileFeature {
  func leave(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .presentSignOutConfirmation:
      state.confirmSignOut = .signOut(.confirmed)
      return .none

    case .confirmSignOut(.dismiss):
      state.confirmSignOut = nil
      return .none

    case .confirmSignOut(.presented(.confirmed)):
      state.confirmSignOut = nil
      return .send(.signOut)

    case .signOut:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .request(
        { (result: Result<Empty, UserFacingError>) in
          switch result {
          case .success: .signOutSucceeded
          case .failure(let error): .signOutFailed(error)
          }
        }, cancelled: .requestCancelled
      ) { [authClient] in
        try await authClient.signOut()
        return Empty()
      }

    case .signOutSucceeded:
      state.isLoading = false
      return .send(.delegate(.signedOut))

    case .signOutFailed(let error):
      state.isLoading = false
      state.error = error
      return .none

    default:
      return .none
    }
  }

  /// Passes the record also to the features above the profile.
  func tell(_ state: State, _ user: UserData) -> Effect<Action> {
    .merge(
      state.settings == nil
        ? .none
        : .send(
          .settings(.presented(.preferences(.updateNotificationState(user.preferences))))),
      state.qrCode == nil
        ? .none : .send(.qrCode(.presented(.codeChanged(user.qrCodeID)))))
  }

  func open(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .presentQRCode:
      state.qrCode = QRCodeFeature.State(qrCodeID: state.qrCodeID)
      return .send(.qrCode(.presented(.onAppear)))

    case .dismissQRCode, .qrCode(.presented(.delegate(.dismissed))):
      state.qrCode = nil
      return .none

    case .settingsButtonTapped:
      state.settings = SettingsFeature.State()
      return .send(.settings(.presented(.onAppear)))

    case .privacyButtonTapped:
      state.privacy = PrivacyFeature.State()
      return .send(.privacy(.presented(.onAppear)))

    case .activityButtonTapped:
      state.activity = ActivityFeature.State()
      return .send(.activity(.presented(.onAppear)))

    case .timelineButtonTapped:
      state.timeline = TimelineFeature.State()
      return .send(.timeline(.presented(.onAppear)))

    case .thingsButtonTapped:
      state.things = ThingsFeature.State()
      return .send(.things(.presented(.onAppear)))

    case .things(.presented(.delegate(.dismissed))):
      state.things = nil
      return .none

    case .accessTokensButtonTapped:
      state.accessTokens = AccessTokensFeature.State()
      return .send(.accessTokens(.presented(.onAppear)))

    case .accessTokens(.presented(.delegate(.dismissed))):
      state.accessTokens = nil
      return .none

    case .invitationsButtonTapped:
      state.invitations = InvitationsFeature.State()
      return .send(.invitations(.presented(.onAppear)))

    case .invitations(.presented(.delegate(.dismissed))):
      state.invitations = nil
      return .none

    case .checkInCodesButtonTapped:
      state.checkInCodes = CheckInCodesFeature.State()
      return .send(.checkInCodes(.presented(.onAppear)))

    case .checkInCodes(.presented(.delegate(.dismissed))):
      state.checkInCodes = nil
      return .none

    case .sessionsButtonTapped:
      state.sessions = SessionsFeature.State()
      return .send(.sessions(.presented(.onAppear)))

    case .sessions(.presented(.delegate(.dismissed))):
      state.sessions = nil
      return .none

    case .exportButtonTapped:
      state.export = ExportFeature.State()
      return .send(.export(.presented(.onAppear)))

    case .export(.presented(.delegate(.dismissed))):
      state.export = nil
      return .none

    case .channelsButtonTapped:
      state.channels = ChannelsFeature.State()
      return .send(.channels(.presented(.onAppear)))

    case .channels(.presented(.listResponse(.success(let list)))),
      .channels(.presented(.listUpdated(let list))):
      state.readiness = list.readiness
      return .none

    case .channels(.presented(.delegate(.dismissed))):
      state.channels = nil
      return .none

    case .timeline(.presented(.delegate(.dismissed))):
      state.timeline = nil
      return .none

    case .privacy(.presented(.delegate(.showTimeline))):
      state.privacy = nil
      return .send(.timelineButtonTapped)

    case .deleteAccountButtonTapped:
      state.accountDeletion = AccountDeletionFeature.State()
      return .none

    case .settings(.presented(.delegate(.dismissed))):
      state.settings = nil
      return .none

    case .privacy(.presented(.delegate(.dismissed))):
      state.privacy = nil
      return .none

    case .privacy(.presented(.delegate(.showActivity))):
      state.privacy = nil
      return .send(.activityButtonTapped)

    case .activity(.presented(.delegate(.dismissed))):
      state.activity = nil
      return .none

    case .accountDeletion(.presented(.delegate(.dismissed))):
      state.accountDeletion = nil
      return .none

    case .accountDeletion(.presented(.delegate(.accountDeleted))):
      state.accountDeletion = nil
      return .send(.delegate(.accountDeleted))

    default:
      return .none
    }
  }
}

extension PresentedAlert {
  static func signOut(_ action: Action) -> Self {
    Self(
      title: "Sign out", message: "Are you sure you want to sign out?",
      buttons: [
        .init("Cancel", role: .cancel),
        .init("Sign out", role: .destructive, action: action),
      ])
  }
}
