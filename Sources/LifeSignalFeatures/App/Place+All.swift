import Composable
import LifeSignalModel

extension Place {
  /// Every place, what lies below before what lies above it; of two that fit an address the first.
  static let all: [Place] = [
    .tab("home", .home),
    .tab("responders", .responders),
    .tab("check-in", .checkIn),
    .tab("dependents", .dependents),
    .tab("profile", .profile),

    .sheet(
      "home/interval", on: .home, shown: { $0.home.intervalPicker != nil },
      open: .home(.showIntervalPickerButtonTapped),
      close: .home(.intervalPicker(.presented(.cancelButtonTapped)))),
    .sheet(
      "home/instructions", on: .home, shown: { $0.home.showInstructions },
      open: .home(.showInstructionsButtonTapped), close: .home(.instructionsDismissed)),
    .sheet(
      "scan", on: .home, shown: { $0.home.qrScanner != nil }, open: .home(.addContactButtonTapped),
      close: .home(.qrScanner(.presented(.cancelButtonTapped)))),
    .sheet(
      "add/:code", on: .home, shown: { $0.home.addContact?.qrCode?.rawValue },
      open: { code, _ in QRCodeID(scanned: code).map { .home(.codeReceived($0)) } },
      close: .home(.addContact(.presented(.dismiss)))),

    .sheet(
      "responders/scan", on: .responders, shown: { $0.responders.qrScanner != nil },
      open: .responders(.showQRScanner),
      close: .responders(.qrScanner(.presented(.cancelButtonTapped)))),
    .sheet(
      "responders/add/:code", on: .responders,
      shown: { $0.responders.addContact?.qrCode?.rawValue },
      open: { code, _ in QRCodeID(scanned: code).map { .responders(.codeReceived($0)) } },
      close: .responders(.addContact(.presented(.dismiss)))),
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

    Place(
      path: "notifications", tab: nil,
      shown: { $0.mainTab?.isNotificationsPresented == true ? "" : nil },
      open: { _, _ in .mainTab(.showNotifications(true)) },
      close: .mainTab(.showNotifications(false))),
    Place(
      path: "pings/:id", tab: nil,
      shown: { $0.ping.isPingSheetPresented ? $0.ping.selectedPing?.id.rawValue : nil },
      open: { id, state in
        (Array(state.ping.pendingPings) + Array(state.ping.pingHistory))
          .first { $0.id.rawValue == id }.map { .ping(.selectPing($0)) }
      }, close: .ping(.setPingSheetPresented(false))),
  ]
}
