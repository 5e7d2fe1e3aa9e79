import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct NotificationFeatureTests {
  private func makeStore(
    _ notifications: [NotificationData] = [],
    _ change: (inout NotificationFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<NotificationFeature> {
    var state = NotificationFeature.State()
    state.notifications = notifications
    state.hasLoaded = true
    state.hasLoadedFilters = true
    change(&state)
    return TestStore(initialState: state) {
      NotificationFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  private let first = Sample.notification("1")
  private let second = Sample.notification("2", after: 1)

  // MARK: Loading and filters

  @Test func `the first appearance loads and restores the filters; the second does neither`() async
  {
    let store = makeStore {
      $0.hasLoaded = false
      $0.hasLoadedFilters = false
    } _: { [first, second] in
      $0.notificationClient.getNotifications = { [first, second] }
      $0.preferencesClient.string = { key in
        #expect(key == "NotificationFilter")
        return "Pings"
      }
      $0.preferencesClient.bool = { key in
        #expect(key == "NotificationShowUnreadOnly")
        return true
      }
    }
    await store.send(.onAppear)
    await store.receive(.loadNotifications) { $0.isLoading = true }
    await store.receive(.filterSettingsLoaded(filter: .ping, unreadOnly: true)) {
      $0.hasLoadedFilters = true
      $0.selectedFilter = .ping
      $0.showUnreadOnly = true
    }
    await store.receive(.notificationsResponse(.success([first, second]))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.notifications = [second, first]
    }
    await store.receive(.delegate(.unreadCountChanged(2)))
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `toggling stores the new value, and a restored one does not undo it`() async {
    let written = Calls<Bool>()
    let store = makeStore([], { _ in }) {
      $0.preferencesClient.setBool = { value, _ in written.note(value) }
    }
    await store.send(.toggleUnreadOnly) { $0.showUnreadOnly = true }
    await store.send(.filterSettingsLoaded(filter: .alert, unreadOnly: false))
    await store.send(.toggleUnreadOnly) { $0.showUnreadOnly = false }
    await store.finish()
    #expect(written.all == [true, false])
  }

  @Test func `type and unread filters combine`() async {
    let written = Calls<String?>()
    let unread = Sample.notification("3", .ping)
    let store = makeStore(
      [Sample.notification("1", .alert), Sample.notification("2", .ping, isRead: true), unread],
      { $0.showUnreadOnly = true }
    ) { $0.preferencesClient.setString = { value, _ in written.note(value) } }
    #expect(store.state.filteredNotifications.map(\.id) == ["1", "3"])
    await store.send(.setFilter(.ping)) { $0.selectedFilter = .ping }
    #expect(store.state.filteredNotifications == [unread])
    await store.finish()
    #expect(written.all == ["Pings"])
  }

  @Test func `a failed load says why`() async {
    let store = makeStore([], { _ in }) {
      $0.notificationClient.getNotifications = { throw NotificationError.authenticationError("") }
    }
    await store.send(.loadNotifications) { $0.isLoading = true }
    await store.receive(.notificationsResponse(.failure(.notAuthenticated))) {
      $0.isLoading = false
      $0.error = .notAuthenticated
    }
  }

  @Test func `a load that was called off shows nothing`() async {
    let store = makeStore([], { _ in }) {
      $0.notificationClient.getNotifications = { throw URLError(.cancelled) }
    }
    await store.send(.loadNotifications) { $0.isLoading = true }
    await store.receive(.loadCancelled) { $0.isLoading = false }
  }

  @Test func `the stream's list wins over an older answer on its way`() async {
    let answer = Answer<[NotificationData]>()
    let store = makeStore([], { _ in }) {
      $0.notificationClient.getNotifications = { try await answer() }
    }
    await store.send(.loadNotifications) { $0.isLoading = true }
    await store.send(.notificationsUpdated([first])) { [first] in
      $0.isLoading = false
      $0.notifications = [first]
    }
    await store.receive(.delegate(.unreadCountChanged(1)))
    answer.give([])
    await store.finish()
  }

  // MARK: Reading and clearing

  @Test func `marking all leaves what arrived meanwhile unread`() async {
    let answer = Answer<Empty>()
    let late = Sample.notification("9", after: 9)
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.markAllAsRead = { _ = try await answer() }
    }
    await store.send(.markAllAsRead)
    await store.send(.notificationsUpdated([late, second, first])) { [first, second] in
      $0.notifications = [late, second, first]
    }
    await store.receive(.delegate(.unreadCountChanged(3)))
    answer.give(Empty())
    await store.receive(.markAllAsReadResponse(.success(["2", "1"]))) {
      $0.notifications[1].isRead = true
      $0.notifications[2].isRead = true
    }
    await store.receive(.delegate(.unreadCountChanged(1)))
  }

  @Test func `clearing all leaves what arrived meanwhile`() async {
    let answer = Answer<Empty>()
    let late = Sample.notification("9", isRead: true, after: 9)
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.clearAllNotifications = { _ = try await answer() }
    }
    await store.send(.clearAllNotifications)
    await store.send(.notificationsUpdated([late, second, first])) { [first, second] in
      $0.notifications = [late, second, first]
    }
    answer.give(Empty())
    await store.receive(.clearAllNotificationsResponse(.success(["2", "1"]))) {
      $0.notifications = [late]
    }
    await store.receive(.delegate(.unreadCountChanged(0)))
  }

  @Test func `clearing all is asked for first, and said no to`() async {
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.clearAllNotifications = { throw CancellationError() }
    }
    await store.send(.setClearAllConfirmation(true)) {
      $0.isClearAllConfirmationPresented = true
    }
    await store.send(.setClearAllConfirmation(false)) {
      $0.isClearAllConfirmationPresented = false
    }
    await store.send(.setClearAllConfirmation(true)) {
      $0.isClearAllConfirmationPresented = true
    }
    await store.send(.clearAllNotifications) { $0.isClearAllConfirmationPresented = false }
    await store.receive(.requestCancelled)
  }

  @Test func `one is cleared, or stays with words about it`() async {
    let calls = Calls<Int>()
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.clearNotification = { _ in
        if calls.next() == 1 { throw NotificationError.serverError("") }
      }
    }
    await store.send(.clearNotification("2"))
    await store.receive(.clearNotificationResponse(.failure(.serverError))) {
      $0.error = .serverError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.clearNotification("2"))
    await store.receive(.clearNotificationResponse(.success("2"))) { [first] in
      $0.notifications = [first]
    }
    await store.receive(.delegate(.unreadCountChanged(1)))
  }

  // MARK: Tapping

  typealias Target = NotificationFeature.Action.Delegate

  static let targets: [(NotificationData, Target?)] = {
    func tapped(
      _ type: NotificationType, contact: Person.ID? = nil, alert: AlertRecord.ID? = nil,
      ping: PingData.ID? = nil, event: NotificationEvent? = nil
    ) -> NotificationData {
      NotificationData(
        id: "1", type: type, event: event, title: "t", message: "m", timestamp: Sample.now,
        isRead: true, relatedContactID: contact, relatedAlertID: alert, relatedPingID: ping)
    }
    return [
      (tapped(.alert, contact: "3", alert: "7"), .navigateToAlert("7")),
      (tapped(.alert, contact: "3"), .navigateToContact("3")),
      (tapped(.alert), nil),
      (tapped(.ping, contact: "2", ping: "11"), .navigateToPing("11")),
      (tapped(.ping, contact: "2"), .navigateToContact("2")),
      (tapped(.role, contact: "2"), .navigateToContact("2")),
      (tapped(.added, contact: "2"), .navigateToContact("2")),
      (tapped(.removed, contact: "2"), nil),
      (tapped(.checkIn), .navigateToCheckIn),
      (tapped(.checkIn, contact: "3", event: .dependentRecovered), .navigateToContact("3")),
      (tapped(.system, contact: "2"), nil),
    ]
  }()

  @Test(arguments: targets)
  func `a tap leads to the thing, else to the person, else nowhere`(
    notification: NotificationData, target: Target?
  ) async {
    let store = makeStore([notification])
    await store.send(.notificationTapped(notification))
    if let target { await store.receive(.delegate(target)) }
  }

  @Test func `a tap on an unread one reads it and leads on`() async {
    let unread = Sample.notification("1", .checkIn)
    let store = makeStore([unread], { _ in }) {
      $0.notificationClient.markAsRead = { #expect($0 == "1") }
    }
    await store.send(.notificationTapped(unread))
    await store.receive(.markAsRead("1"))
    await store.receive(.delegate(.navigateToCheckIn))
    await store.receive(.markAsReadResponse(.success("1"))) { $0.notifications[0].isRead = true }
    await store.receive(.delegate(.unreadCountChanged(0)))
  }

  // MARK: Pushes

  private let push = UserInfo(values: [
    "id": "2", "type": "ping", "title": "Title", "message": "Message",
    "timestamp": "1700000001", "pingID": "11",
  ])

  @Test func `a push of something the stream brought already does not double it`() async {
    let known = Sample.notification("2", .ping, after: 1)
    let store = makeStore([known, first])
    await store.send(.handlePushNotification(push)) {
      $0.notifications[0] = known.with {
        $0.relatedPingID = "11"
        $0.title = Phrase(verbatim: "Title")
        $0.message = Phrase(verbatim: "Message")
      }
    }
  }

  @Test func `a push is inserted in order and changes no screen`() async {
    let store = makeStore([Sample.notification("3", after: 5), first])
    await store.send(.handlePushNotification(push)) {
      $0.notifications.insert(
        Sample.notification("2", .ping, after: 1).with {
          $0.relatedPingID = "11"
          $0.title = Phrase(verbatim: "Title")
          $0.message = Phrase(verbatim: "Message")
        }, at: 1)
    }
    await store.receive(.delegate(.unreadCountChanged(3)))
  }

  @Test(arguments: ["id", "type", "title", "message", "timestamp"])
  func `a push that cannot be read is reported`(missing: String) async {
    var broken = push
    broken.values[missing] = nil
    let store = makeStore()
    await store.send(.handlePushNotification(broken))
    await store.receive(.delegate(.errorOccurred(.dataInvalid)))
  }

  @Test func `permission is not preference`() async {
    let store = makeStore([]) {
      $0.preferences.preferences.isNotificationsEnabled = false
    } _: {
      $0.notificationClient.registerForPushNotifications = {}
    }
    await store.send(.registerForPushNotifications)
    await store.receive(.pushNotificationRegistrationResponse(.success(Empty()))) {
      $0.preferences.authorizationStatus = .authorized
    }
    #expect(!store.state.preferences.isNotificationsEnabled)
  }

  @Test func `a push token is stored once`() async {
    let calls = Calls<String?>()
    let store = makeStore([], { _ in }) { $0.userClient.updatePushToken = { calls.note($0) } }
    await store.send(.updatePushToken("token")) { $0.pushToken = "token" }
    await store.receive(.preferences(.updateFCMToken("token")))
    await store.receive(.preferences(.updateFCMTokenSucceeded))
    await store.send(.updatePushToken("token"))
    await store.finish()
    #expect(calls.all == ["token"])
  }

  @Test func `a push token that was not stored is worth another try`() async {
    let store = makeStore([], { _ in }) {
      $0.userClient.updatePushToken = { _ in throw UserError.networkError("") }
    }
    await store.send(.updatePushToken("token")) { $0.pushToken = "token" }
    await store.receive(.preferences(.updateFCMToken("token")))
    await store.receive(.preferences(.updateFCMTokenError(.networkError))) {
      $0.pushToken = nil
      $0.preferences.error = .networkError
    }
    await store.send(.updatePushToken("token")) { $0.pushToken = "token" }
    await store.receive(.preferences(.updateFCMToken("token")))
    await store.receive(.preferences(.updateFCMTokenError(.networkError))) { $0.pushToken = nil }
  }

  // MARK: Failures and the rest

  private typealias Failing = (
    action: NotificationFeature.Action, answer: NotificationFeature.Action
  )

  @Test func `whatever cannot be done says why and changes no notification`() async {
    let failure = NotificationError.serverError("")
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.markAsRead = { _ in throw failure }
      $0.notificationClient.markAllAsRead = { throw failure }
      $0.notificationClient.clearAllNotifications = { throw failure }
      $0.notificationClient.registerForPushNotifications = { throw failure }
    }
    let requests: [Failing] = [
      (.markAsRead("2"), .markAsReadResponse(.failure(.serverError))),
      (.markAllAsRead, .markAllAsReadResponse(.failure(.serverError))),
      (.clearAllNotifications, .clearAllNotificationsResponse(.failure(.serverError))),
      (
        .registerForPushNotifications,
        .pushNotificationRegistrationResponse(.failure(.serverError))
      ),
    ]
    for (action, answer) in requests {
      await store.send(action)
      await store.receive(answer) { $0.error = .serverError }
      await store.send(.setError(nil)) { $0.error = nil }
    }
    #expect(store.state.unreadCount == 2)
  }

  @Test func `whatever was called off says nothing`() async {
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.markAsRead = { _ in throw CancellationError() }
      $0.notificationClient.markAllAsRead = { throw CancellationError() }
      $0.notificationClient.clearNotification = { _ in throw CancellationError() }
      $0.notificationClient.registerForPushNotifications = { throw CancellationError() }
    }
    let requests: [NotificationFeature.Action] = [
      .markAsRead("2"), .markAllAsRead, .clearNotification("2"), .registerForPushNotifications,
    ]
    for action in requests {
      await store.send(action)
      await store.receive(.requestCancelled)
    }
  }

  @Test func `reading twice is harmless, also when it is gone meanwhile`() async {
    let answer = Answer<Empty>()
    let calls = Calls<NotificationData.ID>()
    let store = makeStore([second, first], { _ in }) {
      $0.notificationClient.markAsRead = {
        calls.note($0)
        _ = try await answer()
      }
    }
    await store.send(.markAsRead("2"))
    await store.send(.markAsRead("2"))
    await store.send(.notificationsUpdated([first])) { [first] in $0.notifications = [first] }
    await store.receive(.delegate(.unreadCountChanged(1)))
    answer.give(Empty())
    await store.receive(.markAsReadResponse(.success("2")))
    await store.receive(.markAsReadResponse(.success("2")))
    #expect(calls.all == ["2", "2"])
  }

  @Test func `the preferences open and close, and what was said there is not said again`() async {
    let store = makeStore([]) { $0.preferences.isFeedbackPresented = true }
    await store.send(.setPreferencesSheetPresented(true)) {
      $0.isPreferencesSheetPresented = true
      $0.preferences.isFeedbackPresented = false
    }
    await store.send(.preferences(.clearError))
    await store.send(.setPreferencesSheetPresented(false)) {
      $0.isPreferencesSheetPresented = false
    }
    await store.send(.onDisappear)
  }

  @Test(arguments: [
    (NotificationResponse(contactID: "2", alertID: "7", pingID: "11"), Target.navigateToAlert("7")),
    (NotificationResponse(contactID: "2", pingID: "11"), .navigateToPing("11")),
    (NotificationResponse(contactID: "2"), .navigateToContact("2")),
    (NotificationResponse(), nil),
  ])
  func `a tapped push leads to the thing, else to the person`(
    response: NotificationResponse, target: Target?
  ) async {
    let store = makeStore()
    await store.send(.notificationResponseReceived(response))
    if let target { await store.receive(.delegate(target)) }
    await store.finish()
  }
}
