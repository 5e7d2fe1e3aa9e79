import ComposableHTML
import LifeSignalModel

/// A field with its label above and its error below.
struct Field<Control: HTML>: HTML {
  let id: String
  let name: Phrase
  let hint: Phrase?
  let problem: Phrase?
  let control: Control

  /// - Parameter id: the id of the control inside.
  init(
    _ id: String, _ name: Phrase, hint: Phrase? = nil, problem: Phrase? = nil,
    @HTMLBuilder control: () -> Control
  ) {
    self.id = id
    self.name = name
    self.hint = hint
    self.problem = problem
    self.control = control()
  }

  var body: some HTML {
    div(.class("field")) {
      label(.for(id)) { name }
      control
      if let hint { p(id: "\(id)-hint", .class("hint")) { hint } }
      if let problem {
        p(id: "\(id)-problem", .class("hint error"), .announce(problem)) {
          Icon(.alert, .small)
          span { problem }
        }
      }
    }
  }
}

/// One line of text.
struct TextInput: HTML {
  enum Kind {
    case name
    case givenName
    case familyName
    case phone
    /// A number for signing in, where passkeys work as well. Browsers suggest those only beside
    /// `username`, not beside `tel`.
    case phoneOrPasskey
    case email
    /// The same with an e-mail address.
    case emailOrPasskey
    case oneTimeCode
    /// Any name the person likes to give something.
    case plain
    /// An identity code such as a QR code's.
    case code
  }

  let id: String
  let kind: Kind
  let value: String
  var name: String?
  var placeholder: Phrase = ""
  var maxLength: Int?
  var isInvalid = false
  var isDisabled = false
  var isFocusedFirst = false
  let change: Handler<String>

  var body: some HTML {
    input(
      id: id, .class("input"), .class("digits", when: isPhone || kind == .oneTimeCode),
      .class("code", when: kind == .code), .type(isPhone ? .tel : .text),
      .when(name != nil, .name(name ?? "")), .value(value),
      .when(!placeholder.isEmpty, .placeholder(placeholder)), .inputMode(inputMode),
      .autocomplete(autocomplete), .autocapitalize(capitals), .spellcheck(false),
      .when(maxLength != nil, .maxLength(maxLength ?? 0)),
      .when(kind == .givenName, .enterKeyHint(.next)),
      .when(isInvalid, .aria("invalid", true)),
      .when(isInvalid, .aria("describedby", "\(id)-problem")), .disabled(isDisabled),
      .autofocus(isFocusedFirst)
    )
    .on(.input, change)
  }

  private var isPhone: Bool { kind == .phone || kind == .phoneOrPasskey }

  private var inputMode: Attribute.InputMode {
    switch kind {
    case .phone, .phoneOrPasskey: .tel
    case .email, .emailOrPasskey: .email
    case .oneTimeCode: .numeric
    case .name, .givenName, .familyName, .code, .plain: .text
    }
  }

  private var autocomplete: Attribute.Autocomplete {
    switch kind {
    case .name: .name
    case .givenName: .givenName
    case .familyName: .familyName
    case .phone: .tel
    case .email: .email
    case .phoneOrPasskey, .emailOrPasskey: .usernameOrPasskey
    case .oneTimeCode: .oneTimeCode
    case .code, .plain: .off
    }
  }

  private var capitals: Attribute.Capitals {
    switch kind {
    case .name, .givenName, .familyName: .words
    case .code: .characters
    case .plain: .sentences
    case .phone, .phoneOrPasskey, .email, .emailOrPasskey, .oneTimeCode: .none
    }
  }
}

/// A hint below a group of controls.
struct Caption: HTML {
  let words: Phrase

  init(_ words: Phrase) { self.words = words }

  var body: some HTML { p(.class("caption")) { words } }
}
