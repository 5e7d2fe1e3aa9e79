extension Attribute {
  /// A link: a path of this server, or `https`, `http`, `mailto`, `tel`, `sms`.
  @inlinable
  public static func href(_ link: String) -> Self {
    Attribute("href", .link(link, .navigation))
  }

  /// Where media come from: a path of this server, or `https`, `http`.
  @inlinable
  public static func src(_ link: String) -> Self {
    Attribute("src", .link(link, .resource))
  }

  /// Where a form goes: a path of this server.
  @inlinable
  public static func action(_ link: String) -> Self {
    Attribute("action", .link(link, .action))
  }

  /// Where a form goes when sent by this button: a path of this server.
  @inlinable
  public static func formAction(_ link: String) -> Self {
    Attribute("formaction", .link(link, .action))
  }

  @inlinable
  public static func target(_ value: Target) -> Self {
    Attribute("target", .literal(value.word))
  }

  public struct Target: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var blank: Self { Self("_blank") }
    @inlinable public static var itself: Self { Self("_self") }
  }

  @inlinable
  public static func rel(_ value: LinkRelation) -> Self {
    Attribute("rel", .literal(value.word))
  }

  public struct LinkRelation: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var stylesheet: Self { Self("stylesheet") }
    @inlinable public static var icon: Self { Self("icon") }
    @inlinable public static var manifest: Self { Self("manifest") }
    @inlinable public static var preload: Self { Self("preload") }
    @inlinable public static var modulepreload: Self { Self("modulepreload") }
    @inlinable public static var noopener: Self { Self("noopener") }
    @inlinable public static var noreferrer: Self { Self("noreferrer") }
    @inlinable public static var appleTouchIcon: Self { Self("apple-touch-icon") }
    @inlinable public static var nofollow: Self { Self("nofollow") }
  }

  @inlinable
  public static func download(_ isSet: Bool = true) -> Self {
    .flag("download", isSet)
  }

  @inlinable
  public static func alt(_ value: String) -> Self {
    Attribute("alt", .text(value))
  }

  @inlinable
  public static func width(_ value: Int) -> Self {
    Attribute("width", .integer(value))
  }

  @inlinable
  public static func height(_ value: Int) -> Self {
    Attribute("height", .integer(value))
  }

  @inlinable
  public static func loading(_ value: Loading) -> Self {
    Attribute("loading", .literal(value.word))
  }

  public struct Loading: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var lazy: Self { Self("lazy") }
    @inlinable public static var eager: Self { Self("eager") }
  }

  @inlinable
  public static func method(_ value: Method) -> Self {
    Attribute("method", .literal(value.word))
  }

  public struct Method: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var get: Self { Self("get") }
    @inlinable public static var post: Self { Self("post") }
  }

  @inlinable
  public static func charset(_ value: String) -> Self {
    Attribute("charset", .text(value))
  }

  @inlinable
  public static func content(_ value: String) -> Self {
    Attribute("content", .text(value))
  }

  @inlinable
  public static func media(_ value: String) -> Self {
    Attribute("media", .text(value))
  }

  @inlinable
  public static func sizes(_ value: String) -> Self {
    Attribute("sizes", .text(value))
  }

  @inlinable
  public static func dateTime(_ value: String) -> Self {
    Attribute("datetime", .text(value))
  }

  @inlinable
  public static func `as`(_ value: Destination) -> Self {
    Attribute("as", .literal(value.word))
  }

  public struct Destination: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var image: Self { Self("image") }
    @inlinable public static var font: Self { Self("font") }
    @inlinable public static var script: Self { Self("script") }
    @inlinable public static var style: Self { Self("style") }
  }
}
