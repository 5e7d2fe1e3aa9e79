import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The address of a device, or the person's own link, shown once: as text, to be copied, and as a
/// picture to be scanned.
struct ThingAddress: HTML {
  let key: ThingKey
  let address: String
  let isLink: Bool
  let send: ActionSender<ThingsFeature.Action>

  var body: some HTML {
    section(
      id: "thing-address", .class("card own-code"), .aria("labelledby", "thing-address-title")
    ) {
      h2(id: "thing-address-title") { isLink ? "Your check-in link" : "The address of your device" }
      if isLink {
        p { "It is shown only now. Anyone who knows it can check in for you." as Phrase }
      } else {
        p {
          "Enter it where your device calls a web address. It is shown only now: anyone who knows it can check in for you."
            as Phrase
        }
      }
      if let picture = QRCodePicture(address) {
        div(.class("qr-frame")) {
          svg(
            .class("qr"), .viewBox(0, 0, Double(picture.side), Double(picture.side)), .role(.img),
            .aria("label", "The address as a QR code" as Phrase)
          ) {
            SVG.path(.path(picture.path), .fill(.currentColor))
          }
        }
      }
      output(id: "thing-url") { address }
      BrowserButton(
        id: "thing-copy", words: "Copy address", act: "copy", icon: .copy,
        look: "button soft small")  // no words
    }
    if isLink { LinkGuide() }
    Button("thing-address-done", "I have it", .primary, .wide, tap: send(.keyDismissed))
  }
}

/// From an address to a tap on a phone, in three steps; and the link's limits.
private struct LinkGuide: HTML {
  var body: some HTML {
    Card(padded: true) {
      ol(id: "link-guide", .class("guide")) {
        step("Copy the address", "On another device, read the picture with your phone’s camera.")
        step(
          "Make a shortcut",
          """
          iPhone: the action “Get Contents of URL” in Shortcuts. Android: any app that calls web \
          addresses. Choose the method POST: without it, nothing is sent.
          """  // words
        )
        step(
          "Put it at hand",
          "On your home screen, a button or a spoken word. Never on a timer: it would check in without you."
        )
        step(
          "When you are late", "The link ends neither an alert nor a pause. Open the app for that.")
      }
    }
  }

  private func step(_ heading: Phrase, _ words: Phrase) -> some HTML {
    li {
      b { heading }
      span { words }
    }
  }
}
