public import Composable
import Foundation
public import LifeSignalModel

/// The notification centre: the entries, newest first, and how many are unread.
@Reducer
public struct NotificationFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Newest first.
    public var notifications: [NotificationData] = []
    public var isLoading: Bool = false
    public var hasLoaded: Bool = false
    public var error: UserFacingError?
    public var selectedFilter: NotificationType = .all
    public var showUnreadOnly: Bool = false
    public var hasLoadedFilters: Bool = false
    public var preferences: NotificationPreferencesFeature.State = .init()
    public var isPreferencesSheetPresented: Bool = false
    /// Whether the person is asked to confirm clearing everything.
    public var isClearAllConfirmationPresented: Bool = false
    public var pushToken: String?

    public init() {}

    public var filteredNotifications: [NotificationData] {
      notifications.filter {
        (selectedFilter == .all || $0.type == selectedFilter) && !(showUnreadOnly && $0.isRead)
      }
    }

    public var unreadCount: Int { notifications.count { !$0.isRead } }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case onDisappear
    case loadNotifications
    case notificationsResponse(Result<[NotificationData], UserFacingError>)
    case loadCancelled
    case markAsRead(NotificationData.ID)
    case markAsReadResponse(Result<NotificationData.ID, UserFacingError>)
    case markAllAsRead
    case markAllAsReadResponse(Result<[NotificationData.ID], UserFacingError>)
    case clearNotification(NotificationData.ID)
    case clearNotificationResponse(Result<NotificationData.ID, UserFacingError>)
    case setClearAllConfirmation(Bool)
    case clearAllNotifications
    case clearAllNotificationsResponse(Result<[NotificationData.ID], UserFacingError>)
    case requestCancelled
    case setFilter(NotificationType)
    case toggleUnreadOnly
    /// Restored from the store; does not write back.
    case filterSettingsLoaded(filter: NotificationType, unreadOnly: Bool)
    case notificationTapped(NotificationData)
    case setPreferencesSheetPresented(Bool)
    case setError(UserFacingError?)
    case preferences(NotificationPreferencesFeature.Action)
    case registerForPushNotifications
    case pushNotificationRegistrationResponse(Result<Empty, UserFacingError>)
    case handlePushNotification(UserInfo)
    /// The server's list, whole.
    case notificationsUpdated([NotificationData])
    case notificationResponseReceived(NotificationResponse)
    case updatePushToken(String)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case navigateToAlert(AlertRecord.ID)
      case navigateToPing(PingData.ID)
      case navigateToContact(ContactData.ID)
      case navigateToCheckIn
      case unreadCountChanged(Int)
      case errorOccurred(UserFacingError)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadNotifications
  }

  @Dependency(\.notificationClient) var notificationClient
  @Dependency(\.preferencesClient) var preferencesClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.preferences, action: \.preferences) {
      NotificationPreferencesFeature()
    }
    Reduce { state, action in
      let unread = state.unreadCount
      let effect = reduce(&state, action)
      guard state.unreadCount != unread else { return effect }
      return .merge(effect, .send(.delegate(.unreadCountChanged(state.unreadCount))))
    }
  }

  private func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .onAppear:
      return appear(state)

    case .onDisappear, .delegate:
      return .none

    case .loadNotifications:
      state.isLoading = true
      return .request(Action.notificationsResponse, cancelled: .loadCancelled) {
        [notificationClient] in try await notificationClient.getNotifications()
      }
      .cancellable(id: CancellationID.loadNotifications, cancelInFlight: true)

    case .notificationsResponse(.success(let notifications)):
      state.replace(notifications)
      return .none

    case .notificationsUpdated(let notifications):
      // The stream's value is newer than an answer still under way.
      state.replace(notifications)
      return .cancel(id: CancellationID.loadNotifications)

    case .notificationsResponse(.failure(let error)):
      state.isLoading = false
      state.error = error
      return .none

    case .loadCancelled:
      state.isLoading = false
      return .none

    case .markAsRead(let id):
      return .request(Action.markAsReadResponse, cancelled: .requestCancelled) {
        [notificationClient] in
        try await notificationClient.markAsRead(id)
        return id
      }

    case .markAsReadResponse(.success(let id)):
      state.markRead([id])
      return .none

    case .markAllAsRead:
      // Those that arrive while the request is under way stay unread.
      let ids = state.notifications.map(\.id)
      return .request(Action.markAllAsReadResponse, cancelled: .requestCancelled) {
        [notificationClient] in
        try await notificationClient.markAllAsRead()
        return ids
      }

    case .markAllAsReadResponse(.success(let ids)):
      state.markRead(Set(ids))
      return .none

    case .clearNotification(let id):
      return .request(Action.clearNotificationResponse, cancelled: .requestCancelled) {
        [notificationClient] in
        try await notificationClient.clearNotification(id)
        return id
      }

    case .clearNotificationResponse(.success(let id)):
      state.notifications.removeAll { $0.id == id }
      return .none

    case .setClearAllConfirmation(let isPresented):
      state.isClearAllConfirmationPresented = isPresented
      return .none

    case .clearAllNotifications:
      state.isClearAllConfirmationPresented = false
      let ids = state.notifications.map(\.id)
      return .request(Action.clearAllNotificationsResponse, cancelled: .requestCancelled) {
        [notificationClient] in
        try await notificationClient.clearAllNotifications()
        return ids
      }

    case .clearAllNotificationsResponse(.success(let ids)):
      let cleared = Set(ids)
      state.notifications.removeAll { cleared.contains($0.id) }
      return .none

    case .markAsReadResponse(.failure(let error)), .markAllAsReadResponse(.failure(let error)),
      .clearNotificationResponse(.failure(let error)),
      .clearAllNotificationsResponse(.failure(let error)),
      .pushNotificationRegistrationResponse(.failure(let error)):
      state.error = error
      return .none

    case .requestCancelled:
      return .none

    case .setFilter(let filter):
      state.selectedFilter = filter
      state.hasLoadedFilters = true
      return .run { [preferencesClient] _ in
        await preferencesClient.setString(filter.rawValue, PreferenceKey.notificationFilter)
      }

    case .toggleUnreadOnly:
      state.showUnreadOnly.toggle()
      state.hasLoadedFilters = true
      let unreadOnly = state.showUnreadOnly
      return .run { [preferencesClient] _ in
        await preferencesClient.setBool(unreadOnly, PreferenceKey.notificationShowUnreadOnly)
      }

    case .filterSettingsLoaded(let filter, let unreadOnly):
      // A choice made while the stored one was read is the newer one.
      guard !state.hasLoadedFilters else { return .none }
      state.hasLoadedFilters = true
      state.selectedFilter = filter
      state.showUnreadOnly = unreadOnly
      return .none

    case .notificationTapped(let notification):
      let read: Effect<Action> = notification.isRead ? .none : .send(.markAsRead(notification.id))
      return .merge(read, notification.target.map { .send(.delegate($0)) } ?? .none)

    case .setPreferencesSheetPresented(let isPresented):
      state.isPreferencesSheetPresented = isPresented
      state.preferences.isFeedbackPresented = false
      return .none

    case .setError(let error):
      state.error = error
      return .none

    case .registerForPushNotifications:
      return .request(
        Action.pushNotificationRegistrationResponse, cancelled: .requestCancelled
      ) { [notificationClient] in
        try await notificationClient.registerForPushNotifications()
        return Empty()
      }

    case .pushNotificationRegistrationResponse(.success):
      // The platform's permission; the person's preference is separate.
      state.preferences.authorizationStatus = .authorized
      return .none

    case .handlePushNotification(let userInfo):
      do {
        state.upsert(try NotificationData.from(userInfo))
        return .none
      } catch {
        return .send(.delegate(.errorOccurred(error)))
      }

    case .notificationResponseReceived(let response):
      return response.target.map { .send(.delegate($0)) } ?? .none

    case .updatePushToken(let token):
      guard state.pushToken != token else { return .none }
      state.pushToken = token
      return .send(.preferences(.updateFCMToken(token)))

    case .preferences(.updateFCMTokenError):
      // Not stored: the same token is worth another try.
      state.pushToken = nil
      return .none

    case .preferences:
      return .none
    }
  }

  /// Loading and restoring are independent: the first appearance needs both.
  private func appear(_ state: State) -> Effect<Action> {
    let load: Effect<Action> =
      state.hasLoaded || state.isLoading ? .none : .send(.loadNotifications)
    guard !state.hasLoadedFilters else { return load }
    return .merge(
      load,
      .run { [preferencesClient] send in
        let raw = await preferencesClient.string(PreferenceKey.notificationFilter)
        let unreadOnly = await preferencesClient.bool(PreferenceKey.notificationShowUnreadOnly)
        await send(
          .filterSettingsLoaded(
            filter: raw.flatMap(NotificationType.init(rawValue:)) ?? .all,
            unreadOnly: unreadOnly ?? false))
      }
    )
  }
}
