/// Functions of the browser client alone, without traffic. Instants are UTC milliseconds; the
/// client reads them against the server's clock, which every frame carries.
extension Attribute {
  /// The element's text shows the time left until an instant in its two highest units: `16h 24m`.
  ///
  /// Once it has passed the text is that of ``passed(_:)``, or `0s`, and the element carries
  /// `data-now="passed"`. The server's text inside is shown until the script runs, and never
  /// compared again; the same holds for all texts of time.
  @inlinable
  public static func countdown(to milliseconds: Int) -> Self {
    Attribute(.data, "countdown", .integer(milliseconds))
  }

  /// The text of a ``countdown(to:)`` when its instant has passed.
  @inlinable
  public static func passed(_ text: String) -> Self {
    Attribute(.data, "passed", .text(text))
  }

  /// The element's text shows the time gone since an instant in its two highest units: `1d 2h`.
  @inlinable
  public static func elapsed(since milliseconds: Int) -> Self {
    Attribute(.data, "elapsed", .integer(milliseconds))
  }

  /// The element's text shows how long ago an instant was, in the page's language: `4 minutes ago`.
  @inlinable
  public static func relativeTime(_ milliseconds: Int) -> Self {
    Attribute(.data, "relative", .integer(milliseconds))
  }

  /// The text of a ``relativeTime(_:)`` within the first minute; `now` without it.
  @inlinable
  public static func recent(_ text: String) -> Self {
    Attribute(.data, "recent", .text(text))
  }

  /// The element's text shows an instant in the page's language and the browser's time zone.
  @inlinable
  public static func localTime(_ milliseconds: Int) -> Self {
    Attribute(.data, "time", .integer(milliseconds))
  }

  /// How a text of time is written. Each style belongs to some of them and has a default.
  @inlinable
  public static func timeStyle(_ style: TimeStyle) -> Self {
    Attribute(.data, "format", .literal(style.word))
  }

  public struct TimeStyle: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    /// For countdowns and elapsed times: nothing below minutes, `5h 23m`, `38m`.
    @inlinable public static var minutes: Self { Self("minutes") }
    /// For countdowns and elapsed times: `MM:SS`, from one hour `HH:MM:SS`.
    @inlinable public static var clock: Self { Self("clock") }
    /// For relative times: `4m ago`.
    @inlinable public static var narrow: Self { Self("narrow") }
    /// For local times: `09:30`; the default.
    @inlinable public static var time: Self { Self("time") }
    /// For a time of day, in milliseconds since midnight, of a clock anywhere: `09:30`.
    @inlinable public static var wall: Self { Self("wall") }
    /// For local times: `Sun 09:30`.
    @inlinable public static var weekday: Self { Self("weekday") }
    /// For local times: `22 Nov`.
    @inlinable public static var day: Self { Self("day") }
    /// For local times: `22 Nov, 09:30`.
    @inlinable public static var full: Self { Self("full") }
  }

  /// The share of a span that is over, drawn by the stroke of a shape whose `pathLength` and
  /// `stroke-dasharray` are 100: `stroke-dashoffset` goes from 0 at the start to 100 at the end.
  @inlinable
  public static func ring(to milliseconds: Int) -> Self {
    Attribute(.data, "ring", .integer(milliseconds))
  }

  /// When the span of a ``ring(to:)`` began.
  @inlinable
  public static func ringStart(_ milliseconds: Int) -> Self {
    Attribute(.data, "ring-start", .integer(milliseconds))
  }

  /// An island: once in the page, the element and everything inside belong to the browser.
  @inlinable
  public static func keep(_ isKept: Bool = true) -> Self {
    Attribute(.data, "keep", isKept ? .present : .omitted)
  }

  /// A `dialog` with this is opened over the page: the rest is inert, focus moves in, and goes back
  /// where it came from when the dialog is gone. Listen for `.dismiss` to close it.
  @inlinable
  public static func sheet(_ isSheet: Bool = true) -> Self {
    Attribute(.data, "sheet", isSheet ? .present : .omitted)
  }

  /// Text that is read out by screen readers when it is new or has changed.
  @inlinable
  public static func announce(_ text: String) -> Self {
    Attribute(.data, "announce", .text(text))
  }

  /// Shown above everything, also above sheets opened later. With a number the element receives
  /// `.dismiss` after so many seconds in view.
  @inlinable
  public static func toast(seconds: Int? = nil) -> Self {
    Attribute(.data, "toast", seconds.map { .integer($0) } ?? .present)
  }

  /// Which page this is. When the name changes the window scrolls up, and focus that would be lost
  /// goes to the page's heading.
  @inlinable
  public static func page(_ name: String) -> Self {
    Attribute(.data, "page", .text(name))
  }

  /// The title of the document while the element is in the page.
  @inlinable
  public static func documentTitle(_ title: String) -> Self {
    Attribute(.data, "title", .text(title))
  }

  /// Where in the app the page is, as the path of an address. The browser's address follows it;
  /// when back or forward lead elsewhere the element receives `.navigate`.
  @inlinable
  public static func place(_ path: String) -> Self {
    Attribute(.data, "path", .text(path))
  }

  /// The ``place(_:)`` lies above another: once it is closed, going back does not open it again.
  @inlinable
  public static func above(_ isAbove: Bool = true) -> Self {
    Attribute(.data, "above", isAbove ? .present : .omitted)
  }

  /// The element is run by a module of the browser's, loaded when it is first shown: the file of
  /// that name among those the live root's `data-modules` lists. Its reports arrive as `.report`.
  @inlinable
  public static func module(_ name: String) -> Self {
    Attribute(.data, "module", .text(name))
  }

  /// Shown above the page when a button with ``popoverTarget(_:)`` is pressed, and gone with Escape or
  /// a tap beside it. The browser's own doing: no event is sent.
  @inlinable
  public static func popover(_ isPopover: Bool = true) -> Self {
    Attribute("popover", isPopover ? .literal("auto") : .omitted)
  }

  /// The button shows the popover with this id or, inside it, takes it away.
  @inlinable
  public static func popoverTarget(_ id: String) -> Self {
    Attribute("popovertarget", .text(id))
  }
}
