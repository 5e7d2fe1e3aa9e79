import ComposableHTML
import LifeSignalModel

/// The service worker's texts for notifications. It knows no language, so the page stores these for
/// it.
struct WorkerWords: HTML {
  var body: some HTML {
    p(id: "worker-words", .hidden()) {
      span(.data("word", "ok")) { "I’m OK" }
      span(.data("word", "call")) { "I’m on it" }
      span(.data("word", "done")) { "Checked in" }
      span(.data("word", "news")) { "There is news for you." }
    }
  }
}
