import ComposableHTML
import LifeSignalModel

/// The actions kept on this device that have not reached the server, on every page, above
/// everything.
///
/// It comes before the live root, so that it sticks to the top of the window, and goes into an open
/// sheet. The server cannot know of it: `offline.js` shows the lines that apply and writes the times. It never says
/// "checked in" before the server has received a check-in.
struct WaitingNotes: HTML {
  var body: some HTML {
    section(
      id: "waiting", .class("waiting"), .role(.status), .aria("label", "Not sent yet" as Phrase)
    ) {
      Note("alert", .alert, .alert) {
        b { "No one knows of your alert yet" }
        p { "It is saved on this phone and is sent as soon as there is a connection." }
        div(.class("buttons")) {
          Act("waiting-call", .call)
          Act("waiting-cancel-alert", .cancelAlert)
        }
      }
      Note("check-in", .late, .clock) {
        b { "Your check-in is saved on this phone, not sent yet" }
        p { "It counts from when you tapped, as soon as there is a connection." }
        div(.class("buttons")) { Act("waiting-retry", .retry) }
      }
      Note("sign-in", .late, .key) {
        b { "Please sign in, so that it can be sent" }
      }
      Note("other", .late, .person) {
        b { "Something waits here for someone else" }
        p { "It is sent when that person signs in on this phone." }
      }
      Note("refused", .alert, .alert) {
        b { "Your check-in was not accepted" }
        p { "Please check in again." }
        div(.class("buttons")) { Act("waiting-forget", .forget) }
      }
      Note("refused-alert", .alert, .alert) {
        b { "Your alert was not accepted" }
        p { "No one is being contacted. Call for help yourself." }
        div(.class("buttons")) {
          Act("waiting-refused-call", .call)
          Act("waiting-forget-alert", .forget)
        }
      }
      Note("sent-check-in", .fine, .check) {
        b { "Your saved check-in has been sent" }
      }
      Note("sent-alert", .alert, .check) {
        b { "Your saved alert has been sent" }
      }
    }
  }
}

/// Opened by `offline.js` when an alert is kept on this device.
struct KeptAlertDialog: HTML {
  var body: some HTML {
    dialog(
      id: "no-one-contacted", .class("dialog"), .role(.alertdialog),
      .aria("labelledby", "no-one-contacted-title"),
      .aria("describedby", "no-one-contacted-message")
    ) {
      h2(id: "no-one-contacted-title") { "No one has been contacted" }
      p(id: "no-one-contacted-message") {
        "There is no connection. Your alert is saved on this phone and is sent as soon as there is one. Until then call someone, or shout for help."
      }
      div(.class("buttons")) {
        Act("no-one-contacted-call", .call)
        Act("no-one-contacted-close", .close)
        Act("no-one-contacted-cancel", .cancelAlert)
      }
    }
  }
}

/// One line, hidden until it is true.
private struct Note<Content: HTML>: HTML {
  let name: String
  let status: Status
  let glyph: Glyph
  let content: Content

  init(_ name: String, _ status: Status, _ glyph: Glyph, @HTMLBuilder content: () -> Content) {
    self.name = name
    self.status = status
    self.glyph = glyph
    self.content = content()
  }

  var body: some HTML {
    div(
      id: "waiting-note-\(name)", .class("kept"), .class(status.className), .data("note", name),
      .hidden()
    ) {
      Icon(glyph)
      div(.class("grow")) { content }
      span(.class("kept-time")) {}
    }
  }
}

/// The person's options without a server.
private struct Act: HTML {
  enum Kind {
    case retry, close, cancelAlert, forget, call
  }

  let id: String
  let kind: Kind

  init(_ id: String, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }

  var body: some HTML {
    switch kind {
    // The script puts the number of the person's region in its place, where it knows that.
    case .call:
      a(
        id: id, .href("tel:\(EmergencyNumber.mobile.digits)"), .class("button danger"),
        .data("emergency-call")
      ) {
        Sentence("Call {0}", span { EmergencyNumber.mobile.digits })
      }
    case .retry: act("retry", "plain") { "Try now" }
    case .close: act("close", "plain") { "Keep trying" }
    case .cancelAlert: act("cancel-alert", "quiet") { "Cancel the alert" }
    case .forget: act("forget", "plain") { "OK" }
    }
  }

  private func act(
    _ name: String, _ look: String, @HTMLBuilder words: () -> some HTML
  ) -> some HTML {
    button(
      id: id, .type(.button), .class("button"), .class(look), .data("waiting-act", name)
    ) { words() }
  }
}
