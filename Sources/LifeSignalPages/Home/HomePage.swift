import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The own code, and the own promise.
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
          p { "No one will know if you miss a check-in. Share your code with someone you trust." }
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
          id: "change-interval", words: checkIn.checkInTimes == nil ? "Every" : "Plan",
          icon: .clock,
          value: checkIn.checkInTimes == nil
            ? Countdown.interval(checkIn.checkInInterval) : checkIn.plan.words,
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
        choose: { send(.reminderChoiceSelected(Int(clamping: $0) / 60)) })
      Caption("Choose when you’d like to be reminded before your countdown expires.")
    }
  }

  private var grace: some HTML {
    PageSection("home-grace", "Grace period") {
      Segmented(
        id: "grace", name: "Grace period",
        choices: CheckInSettings.offeredGracePeriods.map {
          .init(id: "\(Int(clamping: $0))", words: Self.short($0), value: $0)
        },
        selection: checkIn.gracePeriod, choose: { sendCheckIn(.setGracePeriod($0)) })
      Caption(
        "After a missed check-in we remind you first. Only then do we contact your responders.")
    }
  }

  private static func short(_ seconds: TimeInterval) -> Phrase {
    if seconds == 0 { return "None" }
    if seconds >= 3_600 { return "1 hour" }
    return "\(Int(clamping: seconds / 60)) min"  // words
  }
}

/// The layers above the home page.
private struct HomeLayers: HTML {
  let state: HomeFeature.State
  let send: ActionSender<HomeFeature.Action>

  var body: some HTML {
    if let picker = state.intervalPicker {
      IntervalSheet(
        state: picker, send: send.map { .intervalPicker(.presented($0)) },
        save: send(.intervalSaved))
    }
    if state.showIntervalChangeConfirmation {
      Dialog.question(
        "interval-question", "Replace Your Times?",
        "You check in at times of day. An interval replaces them.", confirm: "Replace",
        onConfirm: send(.intervalChangeConfirmed),
        onCancel: send(.setIntervalChangeConfirmation(false)))
    } else if let minutes = state.pendingReminderChoice {
      Dialog.question(
        "reminder-question", "Change Notification Setting?", Self.reminder(minutes),
        confirm: "Change", onConfirm: send(.reminderChoiceConfirmed),
        onCancel: send(.reminderChoiceCancelled))
    }
    if let share = state.shareQRCode {
      QRCodeSharePage(state: share, send: send.map { .shareQRCode(.presented($0)) })
    }
    if let scanner = state.qrScanner, scanner.isSheetPresented {
      ScannerPage(state: scanner, send: send.map { .qrScanner(.presented($0)) })
    }
    if let addContact = state.addContact, addContact.isSheetPresented {
      AddContactPage(state: addContact, send: send.map { .addContact(.presented($0)) })
    }
    if state.showInstructions { InstructionsSheet(done: send(.instructionsDismissed)) }
    if state.showCameraDeniedAlert {
      Dialog.notice(
        "camera-denied", "Camera Access Denied",
        "Please allow camera access in Settings to scan QR codes.",
        onDismiss: send(.setCameraDeniedAlert(false)))
    } else if state.showResetQRConfirmation {
      ResetCodeQuestion(
        id: "reset-code-question", confirm: send(.resetQRCodeConfirmed),
        cancel: send(.setResetQRConfirmation(false)))
    } else {
      ErrorAlert(id: "home-error", error: state.error, dismiss: send(.setError(nil)))
    }
    if let feedback = state.feedback {
      Toast(
        id: "home-feedback", words: feedback.words, isFailure: feedback == .copyFailed,
        dismiss: send(.feedbackDismissed))
    }
  }

  private static func reminder(_ minutes: Int) -> Phrase {
    switch minutes {
    case 0: "Are you sure you want to disable check-in notifications?"
    case 30: "You’ll be notified 30 minutes before your check-in expires. Is this correct?"
    default: "You’ll be notified 2 hours before your check-in expires. Is this correct?"
    }
  }
}

extension HomeFeature.Feedback {
  fileprivate var words: Phrase {
    switch self {
    case .codeCopied: "QR Code ID Copied"
    case .copyFailed: "This browser could not copy. Select the code and copy it by hand."
    case .codeReset: "QR Code Reset"
    }
  }
}
