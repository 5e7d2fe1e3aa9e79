import ComposableHTML

/// The document around a page: what the browser needs before and beside the live root.
struct PageDocument: HTML {
  /// The path under which the page's stream and events are.
  let base: String
  /// The frame the content is.
  let frame: String
  /// The server's time in UTC milliseconds.
  let clock: Int
  let content: AnyHTML

  var body: some HTML {
    HTMLDocument {
      html(.lang("en")) {
        head {
          meta(.charset("utf-8"))
          title { "ManyTimers" }
          meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
          meta(.name("color-scheme"), .content("light dark"))
          link(.rel(.stylesheet), .href("/assets/timers.css"))
          link(.rel(.icon), .href("/assets/icon.svg"), .type(.svgImage))
          script(src: "/assets/client.js")
        }
        ComposableHTML.body {
          noscript { p(.class("banner")) { "The timers need JavaScript." } }
          div(
            id: "live", .data("live", "\(base)/live"), .data("events", "\(base)/event"),
            .data("frame", frame), .data("clock", clock)
          ) { content }
          p(.class("banner connection"), .role(.status)) { "No connection. Trying again…" }
          p(.class("banner unsent"), .role(.alert)) { "Your last tap was not sent." }
        }
      }
    }
  }
}
