import Composable
import LifeSignalModel

extension Place {
  /// The link of an invitation. A visitor sees it before they sign in, a member above every tab.
  static let join = Place(
    path: "join/:token", tab: nil, shown: { $0.wish?.token },
    open: { token, _ in AppFeature.Action.openInvitation(token) },
    close: .wish(.presented(.doneButtonTapped)))

  /// Every place, those further down before those above them; the first that fits an address wins.
  static let all: [Place] = [
    .tab("check-in", .checkIn),
    .tab("responders", .responders),
    .tab("dependents", .dependents),
    .tab("profile", .profile),

    .sheet(
      "check-in/plan", on: .checkIn, shown: { $0.checkIn.planEditor != nil },
      open: .checkIn(.planButtonTapped),
      close: .checkIn(.planEditor(.presented(.cancelTapped)))),
    .sheet(
      "check-in/pause", on: .checkIn, shown: { $0.checkIn.pauseEditor != nil },
      open: .checkIn(.pauseButtonTapped),
      close: .checkIn(.pauseEditor(.presented(.cancelTapped)))),
    .sheet(
      "check-in/rehearsal", on: .checkIn, shown: { $0.checkIn.rehearsal != nil },
      open: .checkIn(.rehearsalButtonTapped),
      close: .checkIn(.rehearsal(.presented(.doneButtonTapped)))),
    .sheet(
      "check-in/history", on: .checkIn, shown: { $0.checkIn.isHistoryPresented },
      open: .checkIn(.historyButtonTapped), close: .checkIn(.historyDismissed)),
    .sheet(
      "check-in/travel", on: .checkIn, shown: { $0.checkIn.travel.setup != nil },
      open: .checkIn(.travel(.startButtonTapped)),
      close: .checkIn(.travel(.setupDismissed))),

    .sheet(
      "responders/scan", on: .responders, shown: { $0.responders.qrScanner != nil },
      open: .responders(.showQRScanner),
      close: .responders(.qrScanner(.presented(.cancelButtonTapped)))),
    .sheet(
      "responders/ask", on: .responders, shown: { $0.ask?.wish == .watchOverMe },
      open: .askTapped(.watchOverMe), close: .ask(.presented(.doneButtonTapped))),
    .sheet(
      "responders/add/:code", on: .responders,
      shown: { $0.responders.addContact?.qrCode?.rawValue },
      open: { code, _ in QRCodeID(scanned: code).map { .responders(.codeReceived($0)) } },
      close: .responders(.addContact(.presented(.dismiss)))),
    .sheet(
      "responders/order", on: .responders, shown: { $0.responders.plan != nil },
      open: .responders(.planButtonTapped),
      close: .responders(.plan(.presented(.cancelTapped)))),
    .sheet(
      "responders/:id", on: .responders,
      shown: { $0.responders.contactDetails?.contact?.id.rawValue },
      open: { id, tabs in
        tabs.responders.contacts.contacts[id: ContactData.ID(rawValue: id)].map {
          .responders(.selectContact($0))
        }
      }, close: .responders(.contactDetails(.presented(.setSheetPresented(false))))),

    .sheet(
      "dependents/scan", on: .dependents, shown: { $0.dependents.qrScanner != nil },
      open: .dependents(.showQRScanner),
      close: .dependents(.qrScanner(.presented(.cancelButtonTapped)))),
    .sheet(
      "dependents/offer", on: .dependents, shown: { $0.ask?.wish == .watchOverYou },
      open: .askTapped(.watchOverYou), close: .ask(.presented(.doneButtonTapped))),
    .sheet(
      "dependents/add/:code", on: .dependents,
      shown: { $0.dependents.addContact?.qrCode?.rawValue },
      open: { code, _ in QRCodeID(scanned: code).map { .dependents(.codeReceived($0)) } },
      close: .dependents(.addContact(.presented(.dismiss)))),
    .sheet(
      "dependents/:id", on: .dependents,
      shown: { $0.dependents.contactDetails?.contact?.id.rawValue },
      open: { id, tabs in
        tabs.dependents.contacts.contacts[id: ContactData.ID(rawValue: id)].map {
          .dependents(.selectContact($0))
        }
      }, close: .dependents(.contactDetails(.presented(.setSheetPresented(false))))),

    .sheet(
      "profile/name", on: .profile, shown: { $0.profile.showEditNameSheet },
      open: .profile(.setShowEditNameSheet(true)),
      close: .profile(.setShowEditNameSheet(false))),
    .sheet(
      "profile/note", on: .profile, shown: { $0.profile.showEditDescriptionSheet },
      open: .profile(.setShowEditDescriptionSheet(true)),
      close: .profile(.setShowEditDescriptionSheet(false))),
    .sheet(
      "profile/avatar", on: .profile, shown: { $0.profile.showEditAvatarSheet },
      open: .profile(.setShowEditAvatarSheet(true)),
      close: .profile(.setShowEditAvatarSheet(false))),
    .sheet(
      "profile/code", on: .profile, shown: { $0.profile.qrCode != nil },
      open: .profile(.presentQRCode), close: .profile(.dismissQRCode)),
    .sheet(
      "profile/phone", on: .profile, shown: { $0.profile.showEditPhoneSheet },
      open: .profile(.startPhoneNumberChange), close: .profile(.cancelPhoneNumberChange)),
    .sheet(
      "profile/notifications", on: .profile, shown: { $0.profile.settings != nil },
      open: .profile(.settingsButtonTapped),
      close: .profile(.settings(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/privacy", on: .profile, shown: { $0.profile.privacy != nil },
      open: .profile(.privacyButtonTapped),
      close: .profile(.privacy(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/activity", on: .profile, shown: { $0.profile.activity != nil },
      open: .profile(.activityButtonTapped),
      close: .profile(.activity(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/timeline", on: .profile, shown: { $0.profile.timeline != nil },
      open: .profile(.timelineButtonTapped),
      close: .profile(.timeline(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/things", on: .profile, shown: { $0.profile.things != nil },
      open: .profile(.thingsButtonTapped),
      close: .profile(.things(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/tokens", on: .profile, shown: { $0.profile.accessTokens != nil },
      open: .profile(.accessTokensButtonTapped),
      close: .profile(.accessTokens(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/invitations", on: .profile, shown: { $0.profile.invitations != nil },
      open: .profile(.invitationsButtonTapped),
      close: .profile(.invitations(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/codes", on: .profile, shown: { $0.profile.checkInCodes != nil },
      open: .profile(.checkInCodesButtonTapped),
      close: .profile(.checkInCodes(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/channels", on: .profile, shown: { $0.profile.channels != nil },
      open: .profile(.channelsButtonTapped),
      close: .profile(.channels(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/sessions", on: .profile, shown: { $0.profile.sessions != nil },
      open: .profile(.sessionsButtonTapped),
      close: .profile(.sessions(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/export", on: .profile, shown: { $0.profile.export != nil },
      open: .profile(.exportButtonTapped),
      close: .profile(.export(.presented(.doneButtonTapped)))),
    .sheet(
      "profile/delete", on: .profile, shown: { $0.profile.accountDeletion != nil },
      open: .profile(.deleteAccountButtonTapped),
      close: .profile(.accountDeletion(.presented(.cancelButtonTapped)))),

    .sheet(
      "instructions", on: nil, shown: { $0.home.showInstructions },
      open: .home(.showInstructionsButtonTapped), close: .home(.instructionsDismissed)),
    .sheet(
      "share", on: nil, shown: { $0.home.shareQRCode != nil },
      open: .home(.shareQRCodeButtonTapped),
      close: .home(.shareQRCode(.presented(.doneButtonTapped)))),
    .sheet(
      "scan", on: nil, shown: { $0.home.qrScanner != nil }, open: .home(.addContactButtonTapped),
      close: .home(.qrScanner(.presented(.cancelButtonTapped)))),
    .sheet(
      "add/:code", on: nil, shown: { $0.home.addContact?.qrCode?.rawValue },
      open: { code, _ in QRCodeID(scanned: code).map { .home(.codeReceived($0)) } },
      close: .home(.addContact(.presented(.dismiss)))),
    Place(
      path: "notifications", tab: nil,
      shown: { $0.mainTab?.isNotificationsPresented == true ? "" : nil },
      open: { _, _ in .mainTab(.showNotifications(true)) },
      close: .mainTab(.showNotifications(false))),
    Place(
      path: "notifications/preferences", tab: nil,
      shown: {
        $0.mainTab?.isNotificationsPresented == true && $0.notification.isPreferencesSheetPresented
          ? "" : nil
      },
      open: { _, _ in .notification(.setPreferencesSheetPresented(true)) },
      close: .notification(.setPreferencesSheetPresented(false))),
    Place(
      path: "pings/:id", tab: nil,
      shown: { $0.ping.isPingSheetPresented ? $0.ping.selectedPing?.id.rawValue : nil },
      open: { id, state in
        (Array(state.ping.pendingPings) + Array(state.ping.pingHistory))
          .first { $0.id.rawValue == id }.map { .ping(.selectPing($0)) }
      }, close: .ping(.setPingSheetPresented(false))),
    Place(
      path: "alarms/:id", tab: nil,
      shown: { $0.alarm.flatMap { $0.isUnasked ? nil : $0.id.rawValue } },
      open: { id, _ in .openAlarm(AlertRecord.ID(rawValue: id)) },
      close: .alarm(.presented(.doneButtonTapped))),
    .join,
  ]
}
