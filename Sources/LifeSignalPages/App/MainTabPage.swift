import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The four pages of a signed-in person, and the notifications above them.
struct MainTabPage: HTML {
  let state: MainTabFeature.State
  let notification: NotificationFeature.State
  let person: Person.ID?
  /// The person's own that are on.
  var alarms: [AlarmData] = []
  /// Open alerts of the people they watch over; none while one fills the screen.
  var emergencies: [Emergency] = []
  /// The number of the person's region.
  var emergency = EmergencyNumber.mobile
  let now: Date
  let checkInKey: String
  let send: ActionSender<MainTabFeature.Action>
  let sendNotification: ActionSender<NotificationFeature.Action>
  /// A part of the profile; its language is the whole app's.
  let language: LanguageSection

  var body: some HTML {
    // A landmark of its own: the notes above it may hold a link, so it is not the page's first.
    nav(.class("skips"), .aria("label", "Skip to content" as Phrase)) {
      a(.class("skip"), .href("#page-\(pageName)")) { "Skip to content" }
    }
    TabBar(items: MainTabFeature.Tab.allCases.map(item))
    EmergencyBar(
      emergencies: emergencies, viewer: person, open: { send(.alarmTapped($0)) })
    if state.isNotificationsPresented {
      NotificationsPage(
        state: notification, now: now, zone: state.checkIn.zone,
        asking: Set(state.responders.contacts.contacts.filter(\.asksMe).map(\.id)),
        send: sendNotification, close: send(.showNotifications(false)))
    } else {
      page
      HomeLayers(state: state.home, send: send.map { .home($0) })
    }
    if let ask = state.ask { AskSheet(state: ask, send: send.map { .ask(.presented($0)) }) }
    CheckInNotices(
      state: state.checkIn, alert: state.alert, now: now, hasNoResponders: hasNoResponders,
      send: send.map { .checkIn($0) }, sendAlert: send.map { .alert($0) })
  }

  /// What continues without this browser: an alert, else the check-ins that are expected.
  private var signOutWarning: Phrase? {
    if state.alert.isAlertActive || !alarms.isEmpty {
      return "Your alert stays on. Sign in again to end it."
    }
    guard let person else { return nil }
    let held = state.dependents.contacts.contacts.first { contact in
      contact.alarms.contains { $0.holder == person }
    }
    guard let held else { return checkInWarning }
    return "You are on the alert of \(held.name). It stays yours after you sign out."
  }

  private var checkInWarning: Phrase? {
    if state.checkIn.isPaused || !state.checkIn.hasCountdown { return nil }
    return hasNoResponders
      ? "We still expect your check-ins after you sign out."
      : "We still expect your check-ins after you sign out. If you miss one, we contact your responders."
  }

  @HTMLBuilder private var page: some HTML {
    switch state.selectedTab {
    case .responders:
      RespondersPage(
        state: state.responders, ownCode: ownCode, viewer: person, now: now,
        unread: state.unreadCount, send: send.map { .responders($0) },
        showNotifications: showNotifications, ask: send(.askTapped(.watchOverMe)))
    case .checkIn:
      CheckInPage(
        state: state.checkIn, alert: state.alert,
        responders: state.responders.contacts.sortedResponders, now: now,
        unread: state.unreadCount, checkInKey: checkInKey, send: send.map { .checkIn($0) },
        sendAlert: send.map { .alert($0) },
        showResponders: send(
          hasNoResponders ? .askTapped(.watchOverMe) : .tabSelected(.responders)),
        showNotifications: showNotifications, hasNoResponders: hasNoResponders, alarms: alarms,
        emergency: emergency, checklist: checklist, openAlarm: { send(.alarmTapped($0)) })
    case .dependents:
      DependentsPage(
        state: state.dependents, ownCode: ownCode, viewer: person, now: now,
        unread: state.unreadCount, send: send.map { .dependents($0) },
        showNotifications: showNotifications, offer: send(.askTapped(.watchOverYou)))
    case .profile:
      ProfilePage(
        state: state.profile, person: person,
        contacts: Array(state.responders.contacts.contacts), now: now, zone: state.checkIn.zone,
        unread: state.unreadCount, signOutWarning: signOutWarning, language: language,
        send: send.map { .profile($0) }, open: { send(.shortcutTapped($0)) },
        showInstructions: send(.home(.showInstructionsButtonTapped)),
        showNotifications: showNotifications)
    }
  }

  private var ownCode: OwnCode { OwnCode(state: state.home, send: send.map { .home($0) }) }

  /// Nil until it is known which steps are done, and once all are.
  private var checklist: Checklist? {
    guard state.contacts.hasLoaded, state.checkIn.checklist.hasLoaded else { return nil }
    let checklist = Checklist(
      responders: state.contacts.sortedResponders,
      asked: state.contacts.outgoingRequests.filter(\.isResponder),
      plan: state.checkIn.isPlanChosen ? state.checkIn.plan : nil,
      isReached: state.checkIn.checklist.isReached, ask: send(.askTapped(.watchOverMe)),
      choose: send(.checkIn(.planButtonTapped)),
      allow: send(.shortcutTapped(.notificationSettings)))
    return checklist.isDone ? nil : checklist
  }

  private var showNotifications: Handler<Void> { send(.showNotifications(true)) }

  /// No warning before the list has loaded.
  private var hasNoResponders: Bool {
    state.responders.contacts.hasLoaded && state.hasNoResponders
  }

  private var pageName: String {
    state.isNotificationsPresented ? "notifications" : state.selectedTab.pageName
  }

  private func item(_ tab: MainTabFeature.Tab) -> TabBar.Item {
    TabBar.Item(
      id: "tab-\(tab.pageName)", words: tab.label, glyph: tab.glyph, badge: state.badge(of: tab),
      waiting: waiting(on: tab), isCurrent: tab == state.selectedTab, tap: send(.tabSelected(tab)))
  }

  /// The badge's number in words, for people who do not see it.
  private func waiting(on tab: MainTabFeature.Tab) -> Phrase {
    let count = state.badge(of: tab)
    let requests = state.requests(on: tab)
    if tab == .responders || requests == count { return ", \(count) waiting for your answer" }
    return requests == 0
      ? ", \(count) late or alerting"
      : ", \(count) late, alerting or waiting for your answer"
  }
}

extension MainTabFeature.Tab {
  fileprivate var label: Phrase {
    switch self {
    case .responders: "Responders"
    case .checkIn: "Check in"
    case .dependents: "Dependents"
    case .profile: "Profile"
    }
  }

  fileprivate var pageName: String {
    switch self {
    case .responders: "responders"
    case .checkIn: "check-in"
    case .dependents: "dependents"
    case .profile: "profile"
    }
  }

  fileprivate var glyph: Glyph {
    switch self {
    case .responders: .shield
    case .checkIn: .pulse
    case .dependents: .people
    case .profile: .person
    }
  }
}
