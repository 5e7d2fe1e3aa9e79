package import ComposableHTML
import LifeSignalModel

/// The check-in for browsers without script, on pages that do not have one of their own.
package struct PlainCheckInForm: HTML {
  /// The key that makes sending it twice count once.
  let key: String

  package init(key: String) { self.key = key }

  package var body: some HTML {
    form(.class("check-in-dock"), .method(.post), .action("/check-in")) {
      input(.type(.hiddenField), .name("key"), .value(key))
      button(.type(.submit), .class("check-in-button")) { b { "Check-in" } }
    }
  }
}
