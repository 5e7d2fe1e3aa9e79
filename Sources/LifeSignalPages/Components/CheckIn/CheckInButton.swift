import ComposableHTML
import LifeSignalModel

/// The check-in: an ordinary form, so that it works before the script and without it.
struct CheckInButton<How: HTML>: HTML {
  /// The key that makes sending it twice count once; a UUID, new for every page.
  let idempotencyKey: String
  let isBusy: Bool
  /// Whether the page confirms a check-in just made.
  let isDone: Bool
  let submit: Handler<FormFields>
  let how: How

  init(
    idempotencyKey: String, isBusy: Bool, isDone: Bool, submit: Handler<FormFields>,
    @HTMLBuilder how: () -> How
  ) {
    self.idempotencyKey = idempotencyKey
    self.isBusy = isBusy
    self.isDone = isDone
    self.submit = submit
    self.how = how()
  }

  var body: some HTML {
    form(id: "check-in-form", .class("check-in-dock"), .method(.post), .action("/check-in")) {
      input(
        id: "check-in-key", .type(.hiddenField), .name(Self.keyName), .value(idempotencyKey))
      // Not `disabled` while resting: the focus would be lost under the finger.
      button(
        id: "check-in-button", .type(.submit), .class("check-in-button"),
        .class("done", when: isDone), .when(isBusy, .aria("disabled", true))
      ) {
        b { "Check-in" }
        span(.class("how")) { how }
      }
    }
    .on(.submit, submit)
  }

  private static var keyName: String { "key" }
}
