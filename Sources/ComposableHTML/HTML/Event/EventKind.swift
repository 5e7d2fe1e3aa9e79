/// An event that a handler can listen for, and its payload.
public struct EventKind<Payload> {
  @usableFromInline let name: StaticString
  @usableFromInline let settings: Attribute?
  @usableFromInline let read: (ClientEvent) -> Payload?

  @usableFromInline
  init(
    _ name: StaticString, settings: Attribute? = nil, read: @escaping (ClientEvent) -> Payload?
  ) {
    self.name = name
    self.settings = settings
    self.read = read
  }
}

extension EventKind where Payload == Void {
  /// A tap, a click, or Enter and Space on a focused button.
  public static var click: Self { Self("click") { _ in () } }

  /// A button held down for a while, by pointer or by Space and Enter.
  ///
  /// Progress is shown through the custom property `--hold` (0 to 1) and `data-now="holding"` on
  /// the element; with reduced motion it moves in quarters. Letting go early does nothing.
  /// - Parameter milliseconds: how long to hold.
  public static func hold(milliseconds: Int) -> Self {
    Self("hold", settings: Attribute(.data, "hold", .integer(milliseconds))) { _ in () }
  }

  /// A wish to close a sheet: Escape, the back gesture or a tap beside it.
  public static var dismiss: Self { Self("dismiss") { _ in () } }
}

extension EventKind where Payload == FormFields {
  /// A form is sent. The browser's own validation has passed; the server's has not.
  public static var submit: Self {
    Self("submit") { FormFields($0.fields ?? [:]) }
  }
}

extension EventKind where Payload == String {
  /// Each change while typing; the newest replaces one that has not been sent yet.
  public static var input: Self { Self("input") { $0.value } }

  /// A finished change of a field, or a choice from a list.
  public static var change: Self { Self("change") { $0.value } }

  /// Back or forward led to this path; see `.place(_:)`.
  public static var navigate: Self { Self("navigate") { $0.value } }

  /// The element's module reports something; see `.module(_:)`.
  public static var report: Self { Self("report") { $0.value } }
}

extension EventKind where Payload == Bool {
  /// A check box or switch was set or cleared.
  public static var toggle: Self { Self("toggle") { $0.isOn } }
}
