import ComposableHTML
import LifeSignalModel

/// Finding a person in a long list by name. The number found is read out.
struct ListSearch: HTML {
  let id: String
  let text: String
  let found: Int
  let change: Handler<String>

  var body: some HTML {
    div(
      .class("search"), .role(.search),
      .when(
        !text.isEmpty,
        .announce(
          Phrase.counting(found, one: "\(found) person found", other: "\(found) people found")))
    ) {
      Icon(.search, .small)
      input(
        id: id, .class("input"), .type(.search), .aria("label", "Search by name" as Phrase),
        .placeholder("Search by name" as Phrase), .value(text), .autocomplete(.off),
        .autocapitalize(.none), .spellcheck(false), .enterKeyHint(.search)
      )
      .on(.input, change)
    }
  }
}

/// Stands in place of the list when a search finds no one.
struct NobodyFound: HTML {
  let id: String
  let text: String
  let clear: Handler<Void>

  var body: some HTML {
    EmptyState(.search, "No one found", "No name in this list matches “\(text)”.") {
      Button(id, "Show everyone", .soft, tap: clear)
    }
  }
}
