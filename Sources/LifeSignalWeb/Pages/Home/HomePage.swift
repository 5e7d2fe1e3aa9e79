import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The own code, and what the own promise is.
struct HomePage: HTML {
  let state: HomeFeature.State
  let checkIn: CheckInFeature.State
  let hasNoResponders: Bool
  let unread: Int
  let send: ActionSender<HomeFeature.Action>
  let sendCheckIn: ActionSender<CheckInFeature.Action>
  let showNotifications: Handler<Void>

  var body: some HTML {
    PageFrame("home", "Home") {
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      if hasNoResponders {
        Banner("no-responders", .late, .info, announce: "") {
          b { "You have no responders" }
          p { "Nobody is told if you miss a check-in. Share your code with somebody you trust." }
        }
      }
      OwnCode(state: state, send: send)
      interval
      reminder
      grace
      Card {
        Opener(
          id: "show-instructions", words: "Review instructions", icon: .book,
          tap: send(.showInstructionsButtonTapped))
      }
    }
    HomeLayers(state: state, send: send)
  }

  private var interval: some HTML {
    PageSection("home-interval", "Check-in interval") {
      Card {
        Opener(
          id: "change-interval", words: "Every", icon: .clock,
          value: Countdown.interval(checkIn.checkInInterval),
          tap: send(.showIntervalPickerButtonTapped))
      }
      Caption("This is how long before your contacts are alerted if you don’t check in.")
    }
  }

  private var reminder: some HTML {
    PageSection("home-reminder", "Check-in notification") {
      Segmented(
        id: "reminder", name: "Check-in notification",
        choices: [
          .init(id: "0", words: "Disabled", value: 0),
          .init(id: "1800", words: "30 mins", value: 1_800),
          .init(id: "7200", words: "2 hours", value: 7_200),
        ],
        selection: checkIn.areRemindersEnabled ? checkIn.reminderInterval : 0,
        choose: { sendCheckIn(.setReminderInterval($0)) })
      Caption("Choose when you’d like to be reminded before your countdown expires.")
    }
  }

  private var grace: some HTML {
    PageSection("home-grace", "Grace period") {
      Segmented(
        id: "grace", name: "Grace period",
        choices: CheckInSettings.offeredGracePeriods.map {
          .init(id: "\(Int($0))", words: Self.short($0), value: $0)
        },
        selection: checkIn.gracePeriod, choose: { sendCheckIn(.setGracePeriod($0)) })
      Caption("After a missed check-in you are reminded first; only then are your responders told.")
    }
  }

  private static func short(_ seconds: TimeInterval) -> Phrase {
    seconds == 0 ? "None" : seconds < 3_600 ? "\(Int(seconds / 60)) min" : "1 hour"
  }
}

/// The code others need to ask for a relation; it can be renewed at any time.
private struct OwnCode: HTML {
  let state: HomeFeature.State
  let send: ActionSender<HomeFeature.Action>

  var body: some HTML {
    section(id: "own-code", .class("card own-code"), .aria("labelledby", "own-code-title")) {
      h2(id: "own-code-title") { "Your QR Code" }
      p { "Share this QR code with others to add contacts." }
      if state.isQRCodeReady {
        // Selected as a whole with one tap, ready to be copied.
        output(id: "qr-code-id") { state.qrCodeID.rawValue }
      } else {
        Loading(words: "Generating")
      }
      div(.class("buttons centred")) {
        Button(
          "enter-code", "Enter a code", .primary, .small, icon: .personPlus,
          tap: send(.addContactButtonTapped))
        Button(
          "reset-code", "Reset QR", .plain, .small, icon: .refresh,
          disabled: state.isGeneratingQRCode, tap: send(.resetQRCodeButtonTapped))
      }
    }
  }
}

/// What lies above the home page.
private struct HomeLayers: HTML {
  let state: HomeFeature.State
  let send: ActionSender<HomeFeature.Action>

  var body: some HTML {
    if let picker = state.intervalPicker {
      LengthSheet(
        id: "interval", heading: "Interval", lengths: picker.availableIntervals,
        current: picker.currentInterval,
        choose: { send(.intervalPicker(.presented(.intervalSelected($0)))) },
        cancel: send(.intervalPicker(.presented(.cancelButtonTapped))))
    }
    if let scanner = state.qrScanner, scanner.isSheetPresented {
      ScannerPage(state: scanner, send: send.map { .qrScanner(.presented($0)) })
    }
    if let addContact = state.addContact, addContact.isSheetPresented {
      AddContactPage(state: addContact, send: send.map { .addContact(.presented($0)) })
    }
    if state.showInstructions { InstructionsSheet(done: send(.instructionsDismissed)) }
    if state.showResetQRConfirmation {
      Dialog.question(
        "reset-code-question", "Reset QR Code",
        "Are you sure you want to reset your QR code? This will invalidate any previously shared "
          + "QR codes.",
        confirm: "Reset", isDestructive: true, onConfirm: send(.resetQRCodeConfirmed),
        onCancel: send(.setResetQRConfirmation(false)))
    } else {
      ErrorAlert(id: "home-error", error: state.error, dismiss: send(.setError(nil)))
    }
    if let feedback = state.feedback {
      Toast(
        id: "home-feedback",
        words: feedback == .codeReset ? "QR Code Reset" : "QR Code ID Copied",
        dismiss: send(.feedbackDismissed))
    }
  }
}
