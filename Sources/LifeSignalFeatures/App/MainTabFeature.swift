public import Composable
public import Foundation
public import LifeSignalModel

/// The four tabs of a signed-in person. The app opens on the first.
@Reducer
public struct MainTabFeature: Sendable {
  public enum Tab: String, CaseIterable, Equatable, Codable, Sendable {
    case checkIn
    case responders
    case dependents
    case profile
  }

  /// A sheet that one page offers and another tab shows.
  public enum Shortcut: Equatable, Sendable {
    case notificationSettings
    case orderOfCalls
    case rehearsal
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var selectedTab: Tab = .checkIn
    /// The contacts of both lists, of the badges and of the whole app: kept here only.
    public var contacts: ContactsFeature.State
    public var home: HomeFeature.State = .init()
    public var checkIn: CheckInFeature.State
    public var alert: AlertFeature.State
    public var profile: ProfileFeature.State = .init()
    /// Unread notifications; 0 hides the badge of the bell.
    public var unreadCount: Int = 0
    public var isNotificationsPresented: Bool = false
    /// A link that asks for a relation.
    @Presents public var ask: AskFeature.State?
    /// The links made while this page was open: shown again, so that none is made in vain.
    public var madeLinks: [Invitation.Wish: NewInvitation] = [:]
    /// The two lists without their contacts.
    private var bareResponders: RespondersFeature.State = .init()
    private var bareDependents: DependentsFeature.State = .init()

    public init(contacts: ContactsFeature.State = .init(), currentTime: Date) {
      self.contacts = contacts
      checkIn = .init(currentTime: currentTime)
      alert = .init(currentTime: currentTime)
    }

    /// The list of responders; its contacts are ``contacts``.
    public var responders: RespondersFeature.State {
      get { bareResponders.with(contacts) }
      set {
        contacts = newValue.contacts
        bareResponders = newValue.with(.init())
      }
    }

    /// The list of dependents; its contacts are ``contacts``.
    public var dependents: DependentsFeature.State {
      get { bareDependents.with(contacts) }
      set {
        contacts = newValue.contacts
        bareDependents = newValue.with(.init())
      }
    }

    /// The lists end their loading and refresh their sheets after the contacts were replaced.
    mutating func followContacts() -> Effect<Action> {
      let ofResponders = responders.followContacts()
      let ofDependents = dependents.followContacts()
      return .merge(
        ofResponders.map { .send(.responders(.contactDetails(.presented($0)))) } ?? .none,
        ofDependents.map { .send(.dependents(.contactDetails(.presented($0)))) } ?? .none)
    }

    /// The number on a tab's badge; 0 hides it.
    public func badge(of tab: Tab) -> Int {
      switch tab {
      case .responders: responders.pendingPingsCount + requests(on: tab)
      case .dependents: dependents.nonResponsiveDependentsCount + requests(on: tab)
      case .checkIn, .profile: 0
      }
    }

    /// How many requests wait on a tab for an answer.
    public func requests(on tab: Tab) -> Int {
      switch tab {
      case .responders: contacts.responderRequests.count
      case .dependents: contacts.dependentRequests.count
      case .checkIn, .profile: 0
      }
    }

    /// Whether no one would be notified: the page then suggests adding responders.
    public var hasNoResponders: Bool { contacts.responders.isEmpty }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case tabSelected(Tab)
    case shortcutTapped(Shortcut)
    case showNotifications(Bool)
    /// The server's record of the person changed: one action for every page that shows part of it.
    case userUpdated(UserData)
    /// One of the person's own alerts.
    case alarmTapped(AlertRecord.ID)
    /// Ask someone to watch over me, or offer to watch over them.
    case askTapped(Invitation.Wish)
    case ask(PresentationAction<AskFeature.Action>)
    case home(HomeFeature.Action)
    case responders(RespondersFeature.Action)
    case checkIn(CheckInFeature.Action)
    case alert(AlertFeature.Action)
    case dependents(DependentsFeature.Action)
    case profile(ProfileFeature.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.home, action: \.homeOrUser) { HomeFeature() }
    Scope(state: \.responders, action: \.responders) { RespondersFeature() }
    Scope(state: \.checkIn, action: \.checkInOrUser) { CheckInFeature() }
    Scope(state: \.alert, action: \.alertOrUser) { AlertFeature() }
    Scope(state: \.dependents, action: \.dependents) { DependentsFeature() }
    Scope(state: \.profile, action: \.profileOrUser) { ProfileFeature() }
    Reduce { state, action in
      switch action {
      case .tabSelected(let tab):
        state.selectedTab = tab
        state.isNotificationsPresented = false
        return appear(on: tab)

      case .shortcutTapped(let shortcut):
        return open(shortcut)

      case .showNotifications(let isPresented):
        state.isNotificationsPresented = isPresented
        return .none

      case .responders(.contacts(.contactsLoaded)), .dependents(.contacts(.contactsLoaded)):
        return state.followContacts()

      case .askTapped(let wish):
        state.selectedTab = wish == .watchOverYou ? .dependents : .responders
        state.isNotificationsPresented = false
        state.ask = AskFeature.State(wish: wish, made: state.madeLinks[wish])
        return .merge(appear(on: state.selectedTab), .send(.ask(.presented(.onAppear))))

      case .ask(.presented(.madeResponse(.success(let made)))):
        if let wish = state.ask?.wish { state.madeLinks[wish] = made }
        return .none

      case .ask(.presented(.delegate(.dismissed))):
        state.ask = nil
        return .none

      case .userUpdated, .alarmTapped, .ask, .home, .responders, .checkIn, .alert, .dependents,
        .profile:
        return .none
      }
    }
    .ifLet(\.$ask, action: \.ask) { AskFeature() }
  }

  /// A page on a server has no appearance of its own: selecting is appearing.
  private func appear(on tab: Tab) -> Effect<Action> {
    switch tab {
    case .responders: .send(.responders(.onAppear))
    case .dependents: .send(.dependents(.onAppear))
    case .profile: .send(.profile(.onAppear))
    case .checkIn: .send(.checkIn(.checklist(.onAppear)))
    }
  }

  private func open(_ shortcut: Shortcut) -> Effect<Action> {
    switch shortcut {
    case .notificationSettings:
      .concatenate(.send(.tabSelected(.profile)), .send(.profile(.settingsButtonTapped)))
    case .orderOfCalls:
      .concatenate(.send(.tabSelected(.responders)), .send(.responders(.planButtonTapped)))
    case .rehearsal:
      .concatenate(.send(.tabSelected(.checkIn)), .send(.checkIn(.rehearsalButtonTapped)))
    }
  }
}

/// One action about the person reaches four pages: each page's path finds its own action in it.
extension MainTabFeature.Action.AllCasePaths {
  var homeOrUser: CasePath<MainTabFeature.Action, HomeFeature.Action> {
    home.orUser { .userUpdated($0) }
  }

  var checkInOrUser: CasePath<MainTabFeature.Action, CheckInFeature.Action> {
    checkIn.orUser { .userUpdated($0) }
  }

  var alertOrUser: CasePath<MainTabFeature.Action, AlertFeature.Action> {
    alert.orUser {
      .updateAlertState(isActive: $0.manualAlertActive, timestamp: $0.manualAlertTimestamp)
    }
  }

  var profileOrUser: CasePath<MainTabFeature.Action, ProfileFeature.Action> {
    profile.orUser { .userUpdated($0) }
  }
}

extension CasePath where Root == MainTabFeature.Action {
  fileprivate func orUser(_ page: @escaping @Sendable (UserData) -> Value) -> Self {
    CasePath(
      embed: { embed($0) },
      extract: { action in
        if case .userUpdated(let user) = action { page(user) } else { extract(from: action) }
      })
  }
}
