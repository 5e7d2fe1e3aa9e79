import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages

/// A small world for pages: Sarah, whom Bea and Carl watch over, and whom she watches over.
enum Samples {
  /// Saturday, 21 November 2026, 13:06 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_266_360)

  static func ago(_ minutes: Double) -> Date { now - minutes * 60 }

  static let bea = ContactData(
    id: "2001", name: "Bea Sommer", phoneNumber: "+12125550142", isResponder: true,
    hasIncomingPing: true, incomingPingTimestamp: ago(4), incomingPingID: "7001",
    dateAdded: ago(60 * 24 * 18))
  static let carl = ContactData(
    id: "2002", name: "Carl Okafor", phoneNumber: "+12125550143", isResponder: true,
    isDependent: true, lastCheckedIn: ago(200), checkInInterval: 86_400)
  static let dana = ContactData(
    id: "2003", name: "Dana Weiss", relation: .requestedByMe, isResponder: true)
  static let erik = ContactData(
    id: "2004", name: "Erik Sand", relation: .requestedByThem, isResponder: true)
  static let margaret = ContactData(
    id: "3001", name: "Margaret Hale", phoneNumber: "+12125550150",
    emergencyNote:
      "Heart medication in the kitchen, left of the sink. Spare key: Mr. Osei, flat 4.",
    isDependent: true, lastCheckedIn: ago(300), checkInInterval: 86_400, manualAlertActive: true,
    manualAlertTimestamp: ago(2), manualAlertID: "9001")
  static let tomas = ContactData(
    id: "3002", name: "Tomás Rey", isDependent: true, lastCheckedIn: ago(60 * 24 + 38),
    checkInInterval: 86_400, hasOutgoingPing: true, outgoingPingTimestamp: ago(5),
    outgoingPingID: "7002", isNonResponsive: true)
  static let june = ContactData(
    id: "3003", name: "June Park", isDependent: true, lastCheckedIn: ago(60 * 18 + 37),
    checkInInterval: 86_400)
  static let ravi = ContactData(id: "3004", name: "Ravi Nair", isDependent: true)

  static let contacts = ContactsFeature.State(
    contacts: [bea, carl, dana, erik, margaret, tomas, june, ravi], hasLoaded: true)

  /// A list that is long enough to be searched.
  static func many(_ state: inout DependentsFeature.State) {
    state.contacts.contacts.removeAll { $0.isDependent }
    for number in 1...9 {
      let id = ContactData.ID(Int64(4_000 + number))
      state.contacts.contacts[id: id] = ContactData(
        id: id, name: "Person \(number)", isDependent: true,
        lastCheckedIn: ago(Double(number) * 60), checkInInterval: 86_400)
    }
  }

  static func withoutResponders(_ state: inout MainTabFeature.State) {
    state.contacts.contacts.removeAll { $0.isResponder }
  }

  static func withoutDependents(_ state: inout MainTabFeature.State) {
    state.contacts.contacts.removeAll { $0.isDependent }
  }

  /// The first day: none of the three steps is done.
  static func beginning(_ state: inout MainTabFeature.State) {
    state.contacts.contacts.removeAll { $0.isResponder }
    state.checkIn.checklist.hasLoaded = true
  }

  /// Someone was asked, and a plan chosen.
  static func beginningWithAnswerDue(_ state: inout MainTabFeature.State) {
    beginning(&state)
    state.contacts.contacts.append(dana)
    state.checkIn.checklist.isPlanChosen = true
  }

  static let user = UserData(
    id: "1001",
    profile: Profile(
      firstName: "Sarah", lastName: "Johnson",
      emergencyNote: "Allergic to penicillin. Mrs. Kim next door has a key."),
    phoneNumber: "+12125550100",
    lastCheckedIn: ago(60 * 7 + 36), qrCodeID: "8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A1",
    profileComplete: true)

  static func mainTab(_ tab: MainTabFeature.Tab) -> MainTabFeature.State {
    var state = MainTabFeature.State(contacts: contacts, currentTime: now)
    state.selectedTab = tab
    state.unreadCount = 2
    state.home.qrCodeID = user.qrCodeID
    state.checkIn.lastCheckInTime = user.lastCheckedIn
    state.checkIn.nextCheckInTime = user.expirationTimestamp
    state.checkIn.checkInHistory = (0..<5).map {
      CheckInRecord(
        id: CheckInRecord.ID(Int64(5_000 + $0)), userID: user.id,
        timestamp: ago(60 * 7 + 36 + Double($0) * 60 * 23))
    }
    state.profile.userID = user.id
    state.profile.profile = UserProfile(user)
    state.profile.hasLoaded = true
    return state
  }

  static func app(_ mainTab: MainTabFeature.State) -> AppFeature.State {
    var state = AppFeature.State()
    state.isInitializing = false
    state.isAuthenticated = true
    state.user.userData = user
    state.mainTab = mainTab
    return state
  }

  static let notifications: [NotificationData] = [
    NotificationData(
      id: "8001", type: .alert, event: .dependentAlertActivated, title: "Manual alert",
      message: "\(margaret.name) has triggered a manual alert.", timestamp: ago(2)),
    NotificationData(
      id: "8002", type: .alert, event: .dependentNonResponsive, title: "Missed check-in",
      message: "\(tomas.name) hasn’t checked in.", timestamp: ago(38)),
    NotificationData(
      id: "8003", type: .ping, event: .pingResponded, title: "Ping responded",
      message: "\(june.name) answered “I’m OK” and is checked in.", timestamp: ago(230),
      isRead: true),
    NotificationData(
      id: "8004", type: .checkIn, event: .checkInCompleted, title: "Check-in completed",
      message: "You’re checked in.", timestamp: ago(60 * 26), isRead: true),
    NotificationData(
      id: "8005", type: .added, event: .contactAdded, title: "Contact added",
      message: "You have added \(carl.name) to your contacts.", timestamp: ago(60 * 27),
      isRead: true),
    NotificationData(
      id: "8006", type: .role, event: .roleChangedByOther, title: "Role update",
      message: "\(bea.name) has changed your role.", timestamp: ago(60 * 50),
      isRead: true),
  ]

  static let activity: [ActivityData] = [
    ActivityData(
      id: "6003", kind: .looked, contactID: "2002", contactName: "Carl Okafor",
      timestamp: ago(12)),
    ActivityData(
      id: "6002", kind: .pingAnswered, contactID: "2001", contactName: "Bea Sommer",
      timestamp: ago(190)),
    ActivityData(
      id: "6001", kind: .pingReceived, contactID: "2001", contactName: "Bea Sommer",
      timestamp: ago(194)),
  ]

  static let tokens: [AccessTokenData] = [
    AccessTokenData(
      id: "7002", name: "Bedside button", scopes: [.read, .checkIn], createdAt: ago(3 * 1_440),
      expiresAt: ago(-87 * 1_440), lastUsedAt: ago(25)),
    AccessTokenData(
      id: "7001", name: "Wall display", scopes: [.read], createdAt: ago(40 * 1_440)),
  ]

  static let sessions: [SessionData] = [
    SessionData(
      id: "7103", name: "Firefox on Android", firstSeen: ago(20 * 1_440), lastSeen: ago(40),
      isCurrent: true),
    SessionData(
      id: "7102", name: "Chrome on Windows", firstSeen: ago(3 * 1_440), lastSeen: ago(2 * 1_440)),
    SessionData(id: "7101", name: "", firstSeen: ago(30), lastSeen: ago(30)),
  ]

  static let passkeys: [PasskeyData] = [
    PasskeyData(
      id: "7202", name: "Firefox on Android", isCopied: true, createdAt: ago(20 * 1_440),
      lastUsedAt: ago(3 * 1_440)),
    PasskeyData(id: "7201", name: "Security key", createdAt: ago(90 * 1_440)),
  ]

  /// The export is open, and the person who asked for it must prove who they are.
  static func confirming(_ confirm: ConfirmFeature.State?) -> AppFeature.State {
    var state = app(
      changed(.profile) {
        $0.profile.export = .init()
        $0.profile.export?.isReady = confirm == nil
        $0.profile.export?.isLoading = confirm != nil
      })
    state.confirm = confirm
    return state
  }

  static var confirmingCode: ConfirmFeature.State {
    var state = ConfirmFeature.State(
      phoneNumber: "+1 212-555-0101", reason: .export)
    state.verificationID = "v"
    state.code = "123-4"
    state.errorMessage = Refusal.codeWrong(triesLeft: 4).phrase
    return state
  }

  static var newToken: AccessTokensFeature.State {
    var state = AccessTokensFeature.State()
    state.hasLoaded = true
    state.tokens = tokens
    // Zeros: the token belongs to no one, and a server never makes it.
    state.created = NewAccessToken(
      token: AccessTokenText(random: [UInt8](repeating: 0, count: AccessTokenText.size)).text,
      details: tokens[0])
    return state
  }

  static func page(
    _ state: AppFeature.State, send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    AppPage(state: state, now: now, checkInKey: "sample-key", send: send)
  }
}

/// Collects what pages send.
final class Sent<Action> {
  private(set) var actions: [Action] = []

  var sender: ActionSender<Action> { ActionSender { self.actions.append($0) } }
}

extension HTML {
  /// Does to the element of that id what a browser would report.
  @discardableResult
  func perform(_ name: String, on target: String, value: String? = nil) -> Bool {
    handle(ClientEvent(id: "event", target: target, name: name, value: value))
  }
}
