public import Composable
public import Foundation
public import LifeSignalModel

/// My profile here: name, note, picture, number; the people who see me; and the ways out.
@Reducer
public struct ProfileFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The owner of this profile; nil until it is known.
    public var userID: Person.ID?
    /// The server's state.
    public var profile: UserProfile = .init()
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    public var error: UserFacingError?
    /// The confirmation of an action, until it is read.
    public var feedback: Feedback?
    public var confirmSignOut: PresentedAlert<Action.ConfirmSignOut>?

    /// Whether an editor is open.
    public var isEditing: Bool = false
    /// What was typed since the editor was opened.
    public var edits: [Profile.Field: String] = [:]

    /// Chosen and not stored yet.
    public var newProfilePicture: Data?

    public var editingPhone: String = ""
    public var editingPhoneRegion: Region = .unitedStates
    public var isCodeSent: Bool = false
    public var verificationID: String?
    public var verificationCode: String = ""
    public var phoneErrorMessage: Phrase?

    /// The one sheet that is open.
    public var sheet: Sheet?
    public var showDeleteAvatarConfirmation: Bool = false

    /// How reliably an alert arrives; nil until it is known.
    public var readiness: Readiness?

    /// The own code, from the record.
    public var qrCodeID: QRCodeID = ""
    @Presents public var qrCode: QRCodeFeature.State?
    @Presents public var settings: SettingsFeature.State?
    @Presents public var privacy: PrivacyFeature.State?
    @Presents public var activity: ActivityFeature.State?
    @Presents public var timeline: TimelineFeature.State?
    @Presents public var things: ThingsFeature.State?
    @Presents public var accessTokens: AccessTokensFeature.State?
    @Presents public var invitations: InvitationsFeature.State?
    @Presents public var checkInCodes: CheckInCodesFeature.State?
    @Presents public var channels: ChannelsFeature.State?
    @Presents public var sessions: SessionsFeature.State?
    @Presents public var export: ExportFeature.State?
    @Presents public var accountDeletion: AccountDeletionFeature.State?

    public init() {}

    public enum Sheet: Equatable, Sendable {
      case editName
      case editDescription
      case editAvatar
      case editPhone
    }
  }

  /// Something was done; one at a time.
  public enum Feedback: Equatable, Sendable {
    case phoneNumberUpdated
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case loadProfile
    case readinessUpdated(Readiness)
    case profileResponse(Result<UserProfile, UserFacingError>)
    /// The server's record changed.
    case userUpdated(UserData)

    case startEditing
    case cancelEditing
    case setEditing(Profile.Field, String)
    case setShowEditNameSheet(Bool)
    case setShowEditDescriptionSheet(Bool)
    case updateProfile
    case updateProfileResponse(Result<Empty, UserFacingError>)

    case setShowEditAvatarSheet(Bool)
    case imageSelected(Data?)
    case updateProfilePicture
    case updateProfilePictureResponse(Result<URL?, UserFacingError>)
    case setShowDeleteAvatarConfirmation(Bool)
    case deleteAvatarConfirmed

    case startPhoneNumberChange
    case cancelPhoneNumberChange
    case setEditingPhone(String)
    case setEditingPhoneRegion(Region)
    case sendPhoneChangeVerificationCode
    case sendPhoneChangeVerificationCodeResponse(Result<String, UserFacingError>)
    case setVerificationCode(String)
    case verifyPhoneChangeCode
    case verifyPhoneChangeCodeResponse(Result<Empty, UserFacingError>)
    case updateUserPhoneNumber
    case updateUserPhoneNumberResponse(Result<String, UserFacingError>)

    case presentSignOutConfirmation
    case confirmSignOut(PresentationAction<ConfirmSignOut>)
    case signOut
    case signOutSucceeded
    case signOutFailed(UserFacingError)

    case presentQRCode
    case dismissQRCode
    case qrCode(PresentationAction<QRCodeFeature.Action>)
    case settingsButtonTapped
    case privacyButtonTapped
    case activityButtonTapped
    case timelineButtonTapped
    case thingsButtonTapped
    case accessTokensButtonTapped
    case invitationsButtonTapped
    case checkInCodesButtonTapped
    case channelsButtonTapped
    case sessionsButtonTapped
    case exportButtonTapped
    case deleteAccountButtonTapped
    case settings(PresentationAction<SettingsFeature.Action>)
    case privacy(PresentationAction<PrivacyFeature.Action>)
    case activity(PresentationAction<ActivityFeature.Action>)
    case timeline(PresentationAction<TimelineFeature.Action>)
    case things(PresentationAction<ThingsFeature.Action>)
    case accessTokens(PresentationAction<AccessTokensFeature.Action>)
    case invitations(PresentationAction<InvitationsFeature.Action>)
    case checkInCodes(PresentationAction<CheckInCodesFeature.Action>)
    case channels(PresentationAction<ChannelsFeature.Action>)
    case sessions(PresentationAction<SessionsFeature.Action>)
    case export(PresentationAction<ExportFeature.Action>)
    case accountDeletion(PresentationAction<AccountDeletionFeature.Action>)

    /// The work was cancelled: it is no longer shown as under way.
    case requestCancelled
    case dismissFeedback
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum ConfirmSignOut: Equatable, Sendable {
      case confirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case signedOut
      case accountDeleted
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadProfile
    case loadReadiness
    case updateProfile
    case updateProfilePicture
    case phoneNumberChange
  }

  @Dependency(\.authClient) var authClient
  @Dependency(\.userClient) var userClient
  @Dependency(\.channelClient) var channelClient
  @Dependency(\.storageClient) var storageClient
  @Dependency(\.imageClient) var imageClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        let isKnown = !state.profile.name.isEmpty || state.hasLoaded || state.isLoading
        return .merge(isKnown ? .none : .send(.loadProfile), loadReadiness)

      case .delegate:
        return .none

      case .loadProfile:
        state.isLoading = true
        return load

      case .profileResponse(.success(let profile)):
        state.isLoading = false
        // The stream's value, if there is one, is newer than this answer.
        guard !state.hasLoaded else { return .none }
        state.hasLoaded = true
        state.profile = profile
        return .none

      case .userUpdated(let user):
        state.userID = user.id
        state.hasLoaded = true
        state.profile = UserProfile(user)
        state.qrCodeID = user.qrCodeID
        return tell(state, user)

      case .readinessUpdated(let readiness):
        state.readiness = readiness
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .dismissFeedback:
        state.feedback = nil
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .profileResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .startEditing, .cancelEditing, .setEditing, .setShowEditNameSheet,
        .setShowEditDescriptionSheet, .updateProfile, .updateProfileResponse:
        return edit(&state, action)

      case .setShowEditAvatarSheet, .imageSelected, .updateProfilePicture,
        .updateProfilePictureResponse, .setShowDeleteAvatarConfirmation,
        .deleteAvatarConfirmed:
        return changePicture(&state, action)

      case .startPhoneNumberChange, .cancelPhoneNumberChange, .setEditingPhone,
        .setEditingPhoneRegion, .sendPhoneChangeVerificationCode,
        .sendPhoneChangeVerificationCodeResponse, .setVerificationCode, .verifyPhoneChangeCode,
        .verifyPhoneChangeCodeResponse, .updateUserPhoneNumber, .updateUserPhoneNumberResponse:
        return changePhoneNumber(&state, action)

      case .presentSignOutConfirmation, .confirmSignOut, .signOut,
        .signOutSucceeded, .signOutFailed:
        return leave(&state, action)

      case .presentQRCode, .dismissQRCode, .qrCode, .settingsButtonTapped,
        .privacyButtonTapped, .activityButtonTapped, .timelineButtonTapped,
        .channelsButtonTapped, .thingsButtonTapped, .accessTokensButtonTapped,
        .sessionsButtonTapped, .exportButtonTapped, .deleteAccountButtonTapped, .settings, .privacy,
        .activity, .timeline, .channels, .things, .accessTokens, .sessions, .export,
        .checkInCodesButtonTapped, .checkInCodes, .invitationsButtonTapped, .invitations,
        .accountDeletion:
        return open(&state, action)
      }
    }
    .ifLet(\.$qrCode, action: \.qrCode) { QRCodeFeature() }
    .ifLet(\.$settings, action: \.settings) { SettingsFeature() }
    .ifLet(\.$privacy, action: \.privacy) { PrivacyFeature() }
    .ifLet(\.$activity, action: \.activity) { ActivityFeature() }
    .ifLet(\.$timeline, action: \.timeline) { TimelineFeature() }
    .ifLet(\.$things, action: \.things) { ThingsFeature() }
    .ifLet(\.$accessTokens, action: \.accessTokens) { AccessTokensFeature() }
    .ifLet(\.$invitations, action: \.invitations) { InvitationsFeature() }
    .ifLet(\.$checkInCodes, action: \.checkInCodes) { CheckInCodesFeature() }
    .ifLet(\.$channels, action: \.channels) { ChannelsFeature() }
    .ifLet(\.$sessions, action: \.sessions) { SessionsFeature() }
    .ifLet(\.$export, action: \.export) { ExportFeature() }
    .ifLet(\.$accountDeletion, action: \.accountDeletion) { AccountDeletionFeature() }
  }

  private var load: Effect<Action> {
    .request(Action.profileResponse, cancelled: .requestCancelled) { [userClient] in
      UserProfile(try await userClient.currentUser())
    }
    .cancellable(id: CancellationID.loadProfile, cancelInFlight: true)
  }

  /// Loaded again with every visit of the page; without an answer the row is not shown, which is no
  /// reason for an error message.
  private var loadReadiness: Effect<Action> {
    .run { [channelClient] send in
      guard let list = try? await channelClient.getChannels() else { return }
      await send(.readinessUpdated(list.readiness))
    }
    .cancellable(id: CancellationID.loadReadiness, cancelInFlight: true)
  }
}
