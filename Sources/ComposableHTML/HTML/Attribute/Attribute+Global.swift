extension Attribute {
  /// Classes. Those of several such attributes are put together.
  @inlinable
  public static func `class`(_ names: String) -> Self {
    Attribute("class", .words(names))
  }

  /// Classes that apply only under a condition.
  @inlinable
  public static func `class`(_ names: @autoclosure () -> String, when condition: Bool) -> Self {
    Attribute("class", condition ? .words(names()) : .omitted)
  }

  /// An attribute of one's own: `data-<name>`.
  ///
  /// The names that have their own functions are read by the browser client.
  @inlinable
  public static func data(_ name: StaticString, _ value: String) -> Self {
    Attribute(.data, name, .text(value))
  }

  @inlinable
  public static func data(_ name: StaticString, _ value: Int) -> Self {
    Attribute(.data, name, .integer(value))
  }

  @inlinable
  public static func data(_ name: StaticString, _ isSet: Bool = true) -> Self {
    Attribute(.data, name, isSet ? .present : .omitted)
  }

  @inlinable
  public static func aria(_ name: StaticString, _ value: String) -> Self {
    Attribute(.aria, name, .text(value))
  }

  @inlinable
  public static func aria(_ name: StaticString, _ value: Int) -> Self {
    Attribute(.aria, name, .integer(value))
  }

  /// `true` and `false` are written out, as WAI-ARIA wants it.
  @inlinable
  public static func aria(_ name: StaticString, _ value: Bool) -> Self {
    Attribute(.aria, name, .literal(value ? "true" : "false"))
  }

  @inlinable
  public static func role(_ value: Role) -> Self {
    Attribute("role", .literal(value.word))
  }

  public struct Role: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var alert: Self { Self("alert") }
    @inlinable public static var alertdialog: Self { Self("alertdialog") }
    @inlinable public static var button: Self { Self("button") }
    @inlinable public static var checkbox: Self { Self("checkbox") }
    @inlinable public static var dialog: Self { Self("dialog") }
    @inlinable public static var group: Self { Self("group") }
    @inlinable public static var img: Self { Self("img") }
    @inlinable public static var list: Self { Self("list") }
    @inlinable public static var listitem: Self { Self("listitem") }
    @inlinable public static var log: Self { Self("log") }
    @inlinable public static var navigation: Self { Self("navigation") }
    @inlinable public static var none: Self { Self("none") }
    @inlinable public static var option: Self { Self("option") }
    @inlinable public static var presentation: Self { Self("presentation") }
    @inlinable public static var progressbar: Self { Self("progressbar") }
    @inlinable public static var radio: Self { Self("radio") }
    @inlinable public static var radiogroup: Self { Self("radiogroup") }
    @inlinable public static var region: Self { Self("region") }
    @inlinable public static var search: Self { Self("search") }
    @inlinable public static var status: Self { Self("status") }
    @inlinable public static var tab: Self { Self("tab") }
    @inlinable public static var tablist: Self { Self("tablist") }
    @inlinable public static var tabpanel: Self { Self("tabpanel") }
    @inlinable public static var timer: Self { Self("timer") }
    @inlinable public static var toolbar: Self { Self("toolbar") }
    @inlinable public static var toggle: Self { Self("switch") }
  }

  @inlinable
  public static func title(_ value: String) -> Self {
    Attribute("title", .text(value))
  }

  @inlinable
  public static func lang(_ value: String) -> Self {
    Attribute("lang", .text(value))
  }

  @inlinable
  public static func dir(_ value: Direction) -> Self {
    Attribute("dir", .literal(value.word))
  }

  public struct Direction: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var leftToRight: Self { Self("ltr") }
    @inlinable public static var rightToLeft: Self { Self("rtl") }
    @inlinable public static var automatic: Self { Self("auto") }
  }

  @inlinable
  public static func tabIndex(_ value: Int) -> Self {
    Attribute("tabindex", .integer(value))
  }

  @inlinable
  public static func hidden(_ isSet: Bool = true) -> Self {
    .flag("hidden", isSet)
  }

  /// Neither focusable nor clickable nor read out, with everything inside.
  @inlinable
  public static func inert(_ isSet: Bool = true) -> Self {
    .flag("inert", isSet)
  }

  @inlinable
  public static func autofocus(_ isSet: Bool = true) -> Self {
    .flag("autofocus", isSet)
  }

  @inlinable
  public static func open(_ isSet: Bool = true) -> Self {
    .flag("open", isSet)
  }

  @inlinable
  public static func slot(_ value: String) -> Self {
    Attribute("slot", .text(value))
  }
}
