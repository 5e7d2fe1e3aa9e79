package import ComposableHTML
package import LifeSignalModel

/// The document around a page: everything the browser needs before and beside the live root.
package struct AppDocument<Content: HTML>: HTML {
  /// The address to which the live root connects, and its content. Without it the page stays
  /// static.
  package struct Live {
    /// The path of the stream.
    let stream: String
    /// The path events are posted to.
    let events: String
    /// The frame the content is: `epoch.revision`.
    let frame: String
    /// The server's time when the content was written, in UTC milliseconds.
    let clock: Int
    /// The files of elements that are run by modules of their own.
    let modules = [
      "scanner.js", "share.js", "picture.js", "push.js", "thing.js", "passkey.js", "zones.js",
      "code-entry.js",
    ]

    package init(stream: String, events: String, frame: String, clock: Int) {
      self.stream = stream
      self.events = events
      self.frame = frame
      self.clock = clock
    }
  }

  let heading: Phrase
  let language: Language
  let asset: (String) -> String
  let live: Live?
  /// The script of a page that is not live.
  let ownScript: String?
  /// Whether the content has a check-in that works without a script.
  let offersCheckIn: Bool
  let content: Content

  /// - Parameter asset: the URL of a file of the `Public` folder.
  package init(
    title: Phrase, language: Language = .english, asset: @escaping (String) -> String,
    live: Live? = nil, script: String? = nil, offersCheckIn: Bool = false,
    @HTMLBuilder content: () -> Content
  ) {
    heading = title
    self.language = language
    self.asset = asset
    self.live = live
    ownScript = script
    self.offersCheckIn = offersCheckIn
    self.content = content()
  }

  package var body: some HTML {
    HTMLDocument {
      html(.lang(language.tag), .dir(language.direction)) {
        head { headContent }
        ComposableHTML.body { bodyContent }
      }
    }
  }

  @HTMLBuilder private var headContent: some HTML {
    meta(.charset("utf-8"))
    title { heading }
    meta(
      .name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
    meta(.name("color-scheme"), .content("light dark"))
    meta(
      .name("theme-color"), .content("#f5f2ed"), .media("(prefers-color-scheme: light)"))
    meta(.name("theme-color"), .content("#0e1013"), .media("(prefers-color-scheme: dark)"))
    // Numbers in the page are not all phone numbers; those that are have links.
    meta(.name("format-detection"), .content("telephone=no"))
    link(.rel(.stylesheet), .href(asset("app.css")))
    link(.rel(.icon), .href(asset("icon.svg")), .type(.svgImage))
    link(.rel(.manifest), .href("/manifest.webmanifest"))
    link(.rel(.appleTouchIcon), .href(asset("icon-180.png")))
    if live != nil {
      script(src: asset("client.js"))
      script(src: asset("offline.js"))
      ForEach(Self.parts) { link(.rel(.modulepreload), .href(asset($0))) }
    } else if let ownScript {
      script(src: asset(ownScript))
    }
  }

  /// The imports of the two scripts: named here, they all load in one round trip.
  private static var parts: [String] {
    [
      "address.js", "clock.js", "islands.js", "morph.js", "outbox.js",
      "subscription.js",
    ]
  }

  @HTMLBuilder private var bodyContent: some HTML {
    noscript {
      p(.class("banner")) {
        offersCheckIn
          ? "JavaScript is off. You can still check in here; everything else needs it."
          : "JavaScript is off. Please switch it on to use LifeSignal."
      }
    }
    if live != nil || ownScript != nil {
      // Before the page: elements that stick to the top of the window must begin there.
      div(id: "top-notes", .class("top-notes"), .data("raised")) {
        if live != nil {
          p(.class("connection"), .role(.status)) {
            Icon(.offline, .small)
            "No connection. Trying again…"
          }
        }
        p(.class("unsent"), .role(.alert)) {
          Icon(.alert, .small)
          "Your last tap was not sent. Please try again."
        }
        WaitingNotes()
      }
      KeptAlertDialog()
    }
    if let live {
      div(
        id: "live", .data("live", live.stream), .data("events", live.events),
        .data("frame", live.frame), .data("clock", live.clock),
        .data("modules", live.modules.map(asset).joined(separator: " "))
      ) { content }
    } else {
      div(id: "live") { content }
    }
    if live != nil || ownScript != nil {
      WorkerWords()
    }
  }
}
