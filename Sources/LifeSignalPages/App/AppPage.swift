import Composable
package import ComposableHTML
package import Foundation
package import LifeSignalFeatures
package import LifeSignalModel

/// The content of the live root: the app as this session sees it.
package struct AppPage: HTML {
  let state: AppFeature.State
  /// The server's time.
  let now: Date
  /// For the check-in form that works without the script: a UUID, new for every page.
  let checkInKey: String
  let offersPasskeys: Bool
  let registration: Registration
  let send: ActionSender<AppFeature.Action>

  package init(
    state: AppFeature.State, now: Date, checkInKey: String, offersPasskeys: Bool = false,
    registration: Registration = .open,
    send: ActionSender<AppFeature.Action> = .nowhere
  ) {
    self.state = state
    self.now = now
    self.checkInKey = checkInKey
    self.offersPasskeys = offersPasskeys
    self.registration = registration
    self.send = send
  }

  package var body: some HTML {
    div(
      id: "app", .class("app"), .class("bare", when: state.mainTab == nil),
      .place(state.deepLink?.path ?? "/"), .above(state.deepLink?.isAbove == true),
      .lang(state.language.tag), .dir(state.language.direction),
      .remembered(state.mainTab == nil ? nil : state.user.userData?.id),
      .remembered("deadline", state.mainTab?.checkIn.nextCheckInTime),
      .remembered("checked-in", state.mainTab?.checkIn.lastCheckInTime),
      .data("emergency", emergency.digits)
    ) {
      if let mainTab = state.mainTab {
        AtAddress(state.address) {
          InRegion(state.user.userData?.region) {
            MainTabPage(
              state: mainTab, notification: state.notification, person: state.user.userData?.id,
              alarms: state.user.userData?.alarms ?? [],
              emergencies: state.alarm == nil ? shownEmergencies : [], emergency: emergency,
              now: now, checkInKey: checkInKey, send: send.map { .mainTab($0) },
              sendNotification: send.map { .notification($0) },
              language: LanguageSection(
                state: state.languageChoice, send: send.map { .languageChoice($0) }))
          }
        }
        PingPage(
          state: state.ping, contacts: mainTab.dependents.contacts, now: now,
          zone: mainTab.checkIn.zone,
          send: send.map { .ping($0) })
        if let alarm = state.alarm {
          AlarmSheet(
            state: alarm, now: now, emergency: emergency, emergencies: shownEmergencies,
            contact: contact(of: alarm), open: { send(.openAlarm($0)) },
            send: send.map { .alarm(.presented($0)) })
        }
        if let wish = state.wish {
          WishSheet(state: wish, now: now, send: send.map { .wish(.presented($0)) })
        }
        if let confirm = state.confirm {
          ConfirmSheet(state: confirm, send: send.map { .confirm(.presented($0)) })
        }
      } else if state.isAuthenticated, state.needsOnboarding {
        OnboardingPage(state: state.onboarding, send: send.map { .onboarding($0) })
      } else if state.isInitializing || state.isAuthenticated {
        main(id: "page-opening", .class("gate"), .page("opening"), .documentTitle("LifeSignal")) {
          div(.class("gate-body")) {
            div(.class("gate-head")) { Logo() }
            h1(.class("visually-hidden")) { "Opening LifeSignal" }
            Loading(words: "Opening LifeSignal")
          }
        }
      } else {
        AuthPage(
          state: state.auth, offersPasskeys: offersPasskeys, registration: registration,
          send: send.map { .auth($0) })
      }
      notices
    }
    .on(.navigate, send { path in URL(string: path).map { .handleDeepLink($0) } })
  }

  private var shownEmergencies: [Emergency] {
    let me = state.user.userData?.id
    return state.emergencies.filter { $0.waits(for: me) || $0.alarm.holder == me }
  }

  /// The person of the alert, where the viewer watches over them.
  private func contact(of alarm: AlarmFeature.State) -> ContactData? {
    let person =
      alarm.details?.personID ?? state.emergencies.first { $0.id == alarm.id }?.contact.id
    return person.flatMap { id in
      state.mainTab?.contacts.contacts[id: id].flatMap { $0.isDependent ? $0 : nil }
    }
  }

  private var emergency: EmergencyNumber {
    state.user.userData?.region.map(EmergencyNumber.of) ?? .mobile
  }

  @HTMLBuilder private var notices: some HTML {
    if let alert = state.errorAlert {
      Dialog(
        id: "app-error", heading: alert.title, message: alert.message,
        confirm: alert.retry.map { _ in
          Dialog.Answer(
            id: "app-error-retry", words: "Retry", tap: send(.errorAlert(.presented(.retry))))
        },
        cancel: Dialog.Answer(
          id: "app-error-dismiss", words: "Dismiss", tap: send(.errorAlert(.dismiss))))
    } else {
      ErrorAlert(id: "app-failure", error: state.error, dismiss: send(.dismissError))
    }
    if state.isOffline {
      Toast(
        id: "offline", words: "No internet connection", isFailure: true,
        dismiss: send(.appDidBecomeActive))
    }
  }
}
