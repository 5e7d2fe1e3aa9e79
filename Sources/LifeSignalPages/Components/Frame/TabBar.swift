import ComposableHTML
import LifeSignalModel

/// The navigation between the main pages: at the bottom of a phone, at the side of a desktop.
struct TabBar: HTML {
  struct Item {
    let id: String
    let words: Phrase
    let glyph: Glyph
    /// The number of items waiting there.
    var badge = 0
    /// The waiting items in words, for people who do not see the badge: "2 late or alerting".
    var waiting: Phrase?
    let isCurrent: Bool
    let tap: Handler<Void>
  }

  let items: [Item]

  var body: some HTML {
    nav(id: "tabs", .class("tabs"), .aria("label", Phrase("Main"))) {
      p(.class("wordmark")) {
        span(.class("mark")) { Icon(.pulse) }
        span { "LifeSignal" }
      }
      ul {
        ForEach(items) { item in
          li {
            button(
              id: item.id, .type(.button), .class("tab"),
              .when(item.isCurrent, .aria("current", "page"))
            ) {
              span(.class("glyph")) {
                Icon(item.glyph)
                Badge(count: item.badge)
              }
              span {
                item.words
                if item.badge > 0, let waiting = item.waiting {
                  span(.class("visually-hidden")) { waiting }
                }
              }
            }
            .on(.click, item.tap)
          }
        }
      }
    }
  }
}
