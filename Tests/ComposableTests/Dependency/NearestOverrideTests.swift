import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

@Suite("18: dependency overrides", .leavesNothingBehind) struct NearestOverrideTests {
  /// Notes who it is, at once and from an effect.
  struct Reader: Reducer {
    @Dependency(\.locale) var locale
    let journal: Journal<String>

    var body: some Reducer<Int, Void> {
      Reduce { _, _ in
        journal.note(locale.identifier)
        return .run { _ in journal.note("effect \(locale.identifier)") }
      }
    }
  }

  let journal = Journal<String>()

  @Test("18: the nearest override wins, in the reducer and in its effects")
  func nearest() async {
    let store = Store(initialState: 0) {
      CombineReducers {
        Reader(journal: journal).dependency(\.locale, Locale(identifier: "fr"))
        Reader(journal: journal)
      }
      .dependency(\.locale, Locale(identifier: "de"))
    } withDependencies: {
      $0.locale = Locale(identifier: "en")
    }
    await store.send(()).finish()
    #expect(Array(journal.entries.prefix(2)) == ["fr", "de"])
    #expect(Set(journal.entries.dropFirst(2)) == ["effect fr", "effect de"])
  }

  @Test("18: transformDependency changes what is in force around it")
  func transform() async {
    let store = Store(initialState: 0) {
      Reader(journal: journal)
        .transformDependency(\.locale) { $0 = Locale(identifier: $0.identifier + "_CH") }
        .dependency(\.locale, Locale(identifier: "de"))
    }
    await store.send(()).finish()
    #expect(journal.entries == ["de_CH", "effect de_CH"])
  }
}
