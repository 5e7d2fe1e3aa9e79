extension Attribute {
  @inlinable
  public static func name(_ value: String) -> Self {
    Attribute("name", .text(value))
  }

  @inlinable
  public static func value(_ value: String) -> Self {
    Attribute("value", .text(value))
  }

  @inlinable
  public static func placeholder(_ value: String) -> Self {
    Attribute("placeholder", .text(value))
  }

  @inlinable
  public static func type(_ value: Kind) -> Self {
    Attribute("type", .literal(value.word))
  }

  public struct Kind: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var button: Self { Self("button") }
    @inlinable public static var submit: Self { Self("submit") }
    @inlinable public static var reset: Self { Self("reset") }
    @inlinable public static var text: Self { Self("text") }
    @inlinable public static var search: Self { Self("search") }
    @inlinable public static var tel: Self { Self("tel") }
    @inlinable public static var email: Self { Self("email") }
    @inlinable public static var url: Self { Self("url") }
    @inlinable public static var number: Self { Self("number") }
    @inlinable public static var password: Self { Self("password") }
    @inlinable public static var checkbox: Self { Self("checkbox") }
    @inlinable public static var radio: Self { Self("radio") }
    @inlinable public static var range: Self { Self("range") }
    @inlinable public static var date: Self { Self("date") }
    @inlinable public static var time: Self { Self("time") }
    @inlinable public static var dateTimeLocal: Self { Self("datetime-local") }
    @inlinable public static var hiddenField: Self { Self("hidden") }
    @inlinable public static var file: Self { Self("file") }
    @inlinable public static var color: Self { Self("color") }
    @inlinable public static var module: Self { Self("module") }
    @inlinable public static var javascript: Self { Self("text/javascript") }
    @inlinable public static var png: Self { Self("image/png") }
    @inlinable public static var svgImage: Self { Self("image/svg+xml") }
  }

  @inlinable
  public static func `for`(_ value: String) -> Self {
    Attribute("for", .text(value))
  }

  @inlinable
  public static func disabled(_ isSet: Bool = true) -> Self {
    .flag("disabled", isSet)
  }

  @inlinable
  public static func required(_ isSet: Bool = true) -> Self {
    .flag("required", isSet)
  }

  @inlinable
  public static func readOnly(_ isSet: Bool = true) -> Self {
    .flag("readonly", isSet)
  }

  @inlinable
  public static func checked(_ isSet: Bool = true) -> Self {
    .flag("checked", isSet)
  }

  @inlinable
  public static func selected(_ isSet: Bool = true) -> Self {
    .flag("selected", isSet)
  }

  @inlinable
  public static func multiple(_ isSet: Bool = true) -> Self {
    .flag("multiple", isSet)
  }

  @inlinable
  public static func noValidate(_ isSet: Bool = true) -> Self {
    .flag("novalidate", isSet)
  }

  @inlinable
  public static func min(_ value: String) -> Self {
    Attribute("min", .text(value))
  }

  @inlinable
  public static func max(_ value: String) -> Self {
    Attribute("max", .text(value))
  }

  @inlinable
  public static func step(_ value: String) -> Self {
    Attribute("step", .text(value))
  }

  @inlinable
  public static func pattern(_ value: String) -> Self {
    Attribute("pattern", .text(value))
  }

  @inlinable
  public static func minLength(_ value: Int) -> Self {
    Attribute("minlength", .integer(value))
  }

  @inlinable
  public static func maxLength(_ value: Int) -> Self {
    Attribute("maxlength", .integer(value))
  }

  @inlinable
  public static func rows(_ value: Int) -> Self {
    Attribute("rows", .integer(value))
  }

  @inlinable
  public static func columns(_ value: Int) -> Self {
    Attribute("cols", .integer(value))
  }

  @inlinable
  public static func inputMode(_ value: InputMode) -> Self {
    Attribute("inputmode", .literal(value.word))
  }

  public struct InputMode: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var none: Self { Self("none") }
    @inlinable public static var text: Self { Self("text") }
    @inlinable public static var numeric: Self { Self("numeric") }
    @inlinable public static var decimal: Self { Self("decimal") }
    @inlinable public static var tel: Self { Self("tel") }
    @inlinable public static var email: Self { Self("email") }
    @inlinable public static var url: Self { Self("url") }
    @inlinable public static var search: Self { Self("search") }
  }

  @inlinable
  public static func autocomplete(_ value: Autocomplete) -> Self {
    Attribute("autocomplete", .literal(value.word))
  }

  public struct Autocomplete: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var on: Self { Self("on") }
    @inlinable public static var off: Self { Self("off") }
    @inlinable public static var name: Self { Self("name") }
    @inlinable public static var email: Self { Self("email") }
    @inlinable public static var tel: Self { Self("tel") }
    @inlinable public static var oneTimeCode: Self { Self("one-time-code") }
    @inlinable public static var username: Self { Self("username") }
    /// A name by which one signs in, with passkeys among the suggestions (WebAuthn L3, 5.1.7).
    @inlinable public static var usernameOrPasskey: Self { Self("username webauthn") }
    @inlinable public static var givenName: Self { Self("given-name") }
    @inlinable public static var familyName: Self { Self("family-name") }
  }

  @inlinable
  public static func enterKeyHint(_ value: EnterKey) -> Self {
    Attribute("enterkeyhint", .literal(value.word))
  }

  public struct EnterKey: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var enter: Self { Self("enter") }
    @inlinable public static var done: Self { Self("done") }
    @inlinable public static var go: Self { Self("go") }
    @inlinable public static var next: Self { Self("next") }
    @inlinable public static var previous: Self { Self("previous") }
    @inlinable public static var search: Self { Self("search") }
    @inlinable public static var send: Self { Self("send") }
  }

  @inlinable
  public static func autocapitalize(_ value: Capitals) -> Self {
    Attribute("autocapitalize", .literal(value.word))
  }

  public struct Capitals: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var none: Self { Self("none") }
    @inlinable public static var sentences: Self { Self("sentences") }
    @inlinable public static var words: Self { Self("words") }
    @inlinable public static var characters: Self { Self("characters") }
  }

  @inlinable
  public static func spellcheck(_ isOn: Bool) -> Self {
    Attribute("spellcheck", .literal(isOn ? "true" : "false"))
  }

  @inlinable
  public static func list(_ value: String) -> Self {
    Attribute("list", .text(value))
  }

  @inlinable
  public static func form(_ value: String) -> Self {
    Attribute("form", .text(value))
  }

  @inlinable
  public static func accept(_ value: String) -> Self {
    Attribute("accept", .text(value))
  }

  @inlinable
  public static func columnSpan(_ value: Int) -> Self {
    Attribute("colspan", .integer(value))
  }

  @inlinable
  public static func rowSpan(_ value: Int) -> Self {
    Attribute("rowspan", .integer(value))
  }

  @inlinable
  public static func scope(_ scope: CellScope) -> Self {
    Attribute("scope", .literal(scope.word))
  }

  /// The cells that a table's heading cell describes.
  public struct CellScope: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var row: Self { Self("row") }
    @inlinable public static var column: Self { Self("col") }
  }
}
