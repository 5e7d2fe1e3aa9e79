import ComposableHTML
import ManyTimersFeatures

/// Asks for a name and a time.
struct NewTimerForm: HTML {
  /// A new number makes a new form, with nothing in it.
  let number: Int
  let words: String
  let problem: String?
  let submit: Handler<FormFields>

  var body: some HTML {
    form(id: "new-\(number)", .class("new"), .aria("label", words)) {
      input(
        id: "new-name-\(number)", .name("name"), .placeholder("Name"), .maxLength(40),
        .autocomplete(.off), .aria("label", "Name"))
      input(
        id: "new-time-\(number)", .class("short"), .name("time"), .placeholder("3:00"),
        .required(), .maxLength(8), .autocomplete(.off), .aria("label", "Time"),
        .aria("invalid", problem != nil))
      button(id: "new-add-\(number)", .type(.submit), .class("main")) { words }
    }
    .on(.submit, submit)
    if let problem { p(id: "problem", .class("problem"), .announce(problem)) { problem } }
  }
}

extension TimerRequest {
  init(_ fields: FormFields) {
    self.init(name: fields["name"] ?? "", time: fields["time"] ?? "")
  }
}
