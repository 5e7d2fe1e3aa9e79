import ComposableHTML
import LifeSignalModel

/// How it works, in four points.
struct InstructionsSheet: HTML {
  let done: Handler<Void>

  var body: some HTML {
    Sheet("instructions-sheet", header: SheetHeader("How to use LifeSignal"), close: done) {
      ol(.class("guide")) {
        point(
          "Set your interval",
          "Choose how often you need to check in. This is the maximum time before your contacts "
            + "are alerted if you don’t check in.")
        point(
          "Add responders",
          "Share your QR code with trusted contacts who will respond if you need help. They’ll be "
            + "notified if you miss a check-in.")
        point(
          "Check in regularly",
          "Tap the check-in button before your timer expires. This resets your countdown and lets "
            + "your contacts know you’re safe.")
        point(
          "Emergency alert",
          "If you need immediate help, activate the alert to notify all your responders instantly.")
      }
      Button("instructions-done", "Got it", .primary, .wide, tap: done)
    }
  }

  private func point(_ heading: Phrase, _ words: Phrase) -> some HTML {
    li {
      b { heading }
      span { words }
    }
  }
}
