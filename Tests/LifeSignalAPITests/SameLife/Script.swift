import Composable
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport

/// One life with the app, from the first code to signing out, with every refusal on the way.
struct Script: Sendable {
  let session: Session
  var world: SmallWorld { session.world }
  var store: StoreOf<AppFeature> { session.store }

  func run() async throws {
    try await signIn()
    try await onboard()
    try await add()
    try await accept()
    try await checkIn()
    try await ping()
    try await respond()
    try await alert()
    try await notifications()
    try await plan()
    try await pause()
    try await travel()
    try await picture()
    try await export()
    try await signOut()
    try await delete()
  }

  var me: Person.ID {
    get throws {
      struct Nobody: Error {}
      guard let id = store.state.user.userData?.id else { throw Nobody() }
      return id
    }
  }

  private func signIn() async throws {
    store.send(.appDidLaunch)
    await session.until { !$0.isInitializing }
    // Not signed in.
    store.send(.contacts(.loadContacts))
    await session.until { $0.errorAlert?.error == .notAuthenticated }
    store.send(.errorAlert(.dismiss))

    let code = await requestCode()
    store.send(.auth(.verificationCodeChanged(code == "000000" ? "000001" : "000000")))
    store.send(.auth(.verifyButtonTapped))
    await session.until { $0.auth.codeProblem != nil }
    store.send(.auth(.verificationCodeChanged(code)))
    store.send(.auth(.verifyButtonTapped))
    await session.until { $0.needsOnboarding }
  }

  func requestCode() async -> String {
    store.send(.auth(.phoneNumberChanged("2125550199")))
    store.send(.auth(.signInButtonTapped))
    await session.until { $0.auth.isVerificationCodeSent }
    return world.code
  }

  private func onboard() async throws {
    store.send(.onboarding(.firstNameChanged("ada")))
    store.send(.onboarding(.lastNameChanged("lovelace")))
    store.send(.onboarding(.nextStep))
    store.send(.onboarding(.emergencyNoteChanged("Penicillin.")))
    store.send(.onboarding(.completeSetupButtonTapped))
    await session.until { $0.onboarding.isComplete }
    store.send(.onboarding(.gotItButtonTapped))
    await session.until { $0.mainTab != nil }
    try await session.settle("onboarded")
  }

  /// Tries an unknown code, the person's own code, and another person's code twice.
  private func add() async throws {
    let own = try await world.engine.user(me).qrCodeID
    let theirs = try await world.engine.user(world.p).qrCodeID
    for code in ["00000000-0000-4000-8000-000000000000", own, theirs, theirs] {
      let sheet = session.sheet()
      sheet.send(.updateQRCode(code))
      for await _ in sheet.changes where sheet.state.contactID != nil || sheet.state.error != nil {
        break
      }
      session.note("looked up \(sheet.state.name) \(String(describing: sheet.state.error))")
      guard sheet.state.contactID != nil else { continue }
      sheet.send(.updateIsResponder(true))
      sheet.send(.addContact)
      for await _ in sheet.changes where !sheet.state.isLoading { break }
      session.note("asked \(String(describing: sheet.state.error))")
    }
    try await world.perform(AcceptContact(id: me), by: world.p)
    try await session.settle("added")
  }

  private func accept() async throws {
    let mine = try await world.engine.user(me).qrCodeID
    try await world.perform(
      AddContact(qrCode: mine, isResponder: true, isDependent: false), by: world.r1)
    try await session.settle("asked")
    store.send(.contacts(.acceptContact(id: world.r1)))
    await session.until { [id = world.r1] state in
      state.contacts.contacts[id: id]?.relation == .accepted
    }
    try await session.settle("accepted")
  }

  private func checkIn() async throws {
    world.clock.advance(by: 60)
    let now = world.clock.now
    store.send(.mainTab(.checkIn(.checkInButtonTapped)))
    await session.until { $0.mainTab?.checkIn.lastCheckInTime == now }
    store.send(.mainTab(.checkIn(.setCheckInInterval(57_600))))
    await session.until { $0.user.userData?.checkInInterval == 57_600 }
    try await session.settle("interval changed")
    store.send(.mainTab(.checkIn(.setCheckInInterval(1))))
    await session.until { $0.mainTab?.checkIn.error != nil }
    session.note("refused: \(String(describing: store.state.mainTab?.checkIn.error))")
    session.note("interval \(String(describing: store.state.mainTab?.checkIn.checkInInterval))")
    store.send(.mainTab(.checkIn(.dismissError)))
  }

  private func ping() async throws {
    let dependent = world.r1
    store.send(.ping(.pingDependent(id: dependent)))
    await session.until { !$0.ping.pingHistory.isEmpty && $0.ping.inFlight.isEmpty }
    try await session.settle("pinged")
    // A contact who is not my dependent, and a stranger.
    for id in [world.p, "1"] {
      store.send(.ping(.pingDependent(id: id)))
      await refused()
    }
    let ping = store.state.ping.pingHistory[0].id
    store.send(.ping(.clearPing(id: ping)))
    await session.until { $0.ping.pingHistory.first?.status == .cleared }
    try await session.settle("withdrawn")
    // Too soon.
    store.send(.ping(.pingDependent(id: dependent)))
    await refused()
    // Not mine to answer.
    store.send(.ping(.respondToPing(id: ping)))
    await refused()
  }

  private func refused() async {
    await session.until { $0.errorAlert != nil && $0.ping.inFlight.isEmpty }
    session.note("refused: \(String(describing: store.state.errorAlert))")
    store.send(.errorAlert(.dismiss))
  }

  private func respond() async throws {
    try await world.perform(PingDependent(dependent: me), by: world.p)
    try await session.settle("asked")
    let ping = store.state.ping.pendingPings[0].id
    store.send(.ping(.respondToPing(id: ping)))
    await session.until { $0.ping.pendingPings.isEmpty && $0.ping.inFlight.isEmpty }
    world.clock.advance(by: 120)
    try await world.perform(PingDependent(dependent: me), by: world.p)
    try await session.settle("asked again")
    store.send(.ping(.respondToAllPings))
    await session.until { $0.ping.pendingPings.isEmpty && $0.ping.inFlight.isEmpty }
    try await session.settle("answered")
  }

  private func alert() async throws {
    // Not by four taps: here every window of time is over at once, theirs between two of them.
    store.send(.mainTab(.alert(.activateAlertConfirmed)))
    await session.until { $0.mainTab?.alert.isAlertActive == true }
    try await session.settle("alert on")
    world.clock.advance(by: 3)
    await session.until { $0.mainTab?.alert.lockedUntil == nil }
    store.send(.mainTab(.alert(.deactivateAlertConfirmed)))
    await session.until { $0.mainTab?.alert.isAlertActive == false }
    try await session.settle("alert off")
  }

  private func notifications() async throws {
    let first = store.state.notification.notifications[0]
    store.send(.notification(.markAsRead(first.id)))
    await session.until { $0.notification.notifications.first?.isRead == true }
    store.send(.notification(.markAllAsRead))
    await session.until { $0.notification.unreadCount == 0 }
    store.send(.notification(.clearNotification(first.id)))
    await session.until { !$0.notification.notifications.contains { $0.id == first.id } }
    try await session.settle("read")
    store.send(.notification(.clearAllNotifications))
    await session.until { $0.notification.notifications.isEmpty }
    await store.send(.notification(.setFilter(.alert))).finish()
    await store.send(.notification(.toggleUnreadOnly)).finish()
    for key in ["NotificationFilter", "NotificationShowUnreadOnly"] {
      let kept = try await world.engine.answer(
        GetPreference(key: key), to: Member(me)
      ).value
      session.note("kept: \(key) \(kept ?? "nothing")")
    }
    await store.send(.notification(.preferences(.togglePingNotifications))).finish()
    await session.until { $0.user.userData?.preferences.pingNotifications == false }
    try await session.settle("preferred")
  }

  private func signOut() async throws {
    await store.send(.signOut).finish()
    await session.until { !$0.isAuthenticated && $0.mainTab == nil }
    store.send(.contacts(.loadContacts))
    await session.until { $0.errorAlert?.error == .notAuthenticated }
  }
}
