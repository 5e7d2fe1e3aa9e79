extension Attribute {
  /// The part of the drawing's plane that is shown.
  @inlinable
  public static func viewBox(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Self {
    Attribute("viewBox", .text("\(short(x)) \(short(y)) \(short(width)) \(short(height))"))
  }

  @inlinable
  public static func cx(_ value: Double) -> Self {
    Attribute("cx", .number(value))
  }

  @inlinable
  public static func cy(_ value: Double) -> Self {
    Attribute("cy", .number(value))
  }

  @inlinable
  public static func r(_ value: Double) -> Self {
    Attribute("r", .number(value))
  }

  @inlinable
  public static func rx(_ value: Double) -> Self {
    Attribute("rx", .number(value))
  }

  @inlinable
  public static func ry(_ value: Double) -> Self {
    Attribute("ry", .number(value))
  }

  @inlinable
  public static func x(_ value: Double) -> Self {
    Attribute("x", .number(value))
  }

  @inlinable
  public static func y(_ value: Double) -> Self {
    Attribute("y", .number(value))
  }

  @inlinable
  public static func x1(_ value: Double) -> Self {
    Attribute("x1", .number(value))
  }

  @inlinable
  public static func y1(_ value: Double) -> Self {
    Attribute("y1", .number(value))
  }

  @inlinable
  public static func x2(_ value: Double) -> Self {
    Attribute("x2", .number(value))
  }

  @inlinable
  public static func y2(_ value: Double) -> Self {
    Attribute("y2", .number(value))
  }

  @inlinable
  public static func dx(_ value: Double) -> Self {
    Attribute("dx", .number(value))
  }

  @inlinable
  public static func dy(_ value: Double) -> Self {
    Attribute("dy", .number(value))
  }

  @inlinable
  public static func width(_ value: Double) -> Self {
    Attribute("width", .number(value))
  }

  @inlinable
  public static func height(_ value: Double) -> Self {
    Attribute("height", .number(value))
  }

  /// The outline of a path, in the path language of SVG.
  @inlinable
  public static func path(_ data: String) -> Self {
    Attribute("d", .text(data))
  }

  @inlinable
  public static func points(_ value: String) -> Self {
    Attribute("points", .text(value))
  }

  /// Corners of a line or an area.
  public static func points(_ points: [(x: Double, y: Double)]) -> Self {
    let list = points.map { "\(short($0.x)),\(short($0.y))" }
    return Attribute("points", .text(list.joined(separator: " ")))
  }

  @inlinable
  public static func fill(_ value: Paint) -> Self {
    Attribute("fill", .literal(value.word))
  }

  @inlinable
  public static func stroke(_ paint: Paint) -> Self {
    Attribute("stroke", .literal(paint.word))
  }

  /// Colours belong to the style sheet; a drawing only names their places.
  public struct Paint: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var none: Self { Self("none") }
    @inlinable public static var currentColor: Self { Self("currentColor") }
  }

  @inlinable
  public static func strokeWidth(_ value: Double) -> Self {
    Attribute("stroke-width", .number(value))
  }

  @inlinable
  public static func opacity(_ value: Double) -> Self {
    Attribute("opacity", .number(value))
  }

  @inlinable
  public static func strokeDashOffset(_ value: Double) -> Self {
    Attribute("stroke-dashoffset", .number(value))
  }

  /// Lengths of dashes and gaps in turn.
  public static func strokeDashArray(_ lengths: Double...) -> Self {
    Attribute("stroke-dasharray", .text(lengths.map(short).joined(separator: " ")))
  }

  @inlinable
  public static func pathLength(_ value: Double) -> Self {
    Attribute("pathLength", .number(value))
  }

  @inlinable
  public static func strokeLineCap(_ value: LineCap) -> Self {
    Attribute("stroke-linecap", .literal(value.word))
  }

  public struct LineCap: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var butt: Self { Self("butt") }
    @inlinable public static var round: Self { Self("round") }
    @inlinable public static var square: Self { Self("square") }
  }

  @inlinable
  public static func strokeLineJoin(_ value: LineJoin) -> Self {
    Attribute("stroke-linejoin", .literal(value.word))
  }

  public struct LineJoin: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var miter: Self { Self("miter") }
    @inlinable public static var round: Self { Self("round") }
    @inlinable public static var bevel: Self { Self("bevel") }
  }

  @inlinable
  public static func textAnchor(_ value: TextAnchor) -> Self {
    Attribute("text-anchor", .literal(value.word))
  }

  public struct TextAnchor: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var start: Self { Self("start") }
    @inlinable public static var middle: Self { Self("middle") }
    @inlinable public static var end: Self { Self("end") }
  }

  @inlinable
  public static func dominantBaseline(_ value: Baseline) -> Self {
    Attribute("dominant-baseline", .literal(value.word))
  }

  public struct Baseline: Sendable {
    @usableFromInline let word: StaticString
    @inlinable init(_ word: StaticString) { self.word = word }

    @inlinable public static var auto: Self { Self("auto") }
    @inlinable public static var middle: Self { Self("middle") }
    @inlinable public static var central: Self { Self("central") }
    @inlinable public static var hanging: Self { Self("hanging") }
  }

  /// Turns a shape around a point, in degrees clockwise.
  public static func rotate(_ degrees: Double, _ x: Double = 0, _ y: Double = 0) -> Self {
    Attribute("transform", .text("rotate(\(short(degrees)) \(short(x)) \(short(y)))"))
  }

  public static func translate(_ x: Double, _ y: Double) -> Self {
    Attribute("transform", .text("translate(\(short(x)) \(short(y)))"))
  }

  @inlinable
  public static func preserveAspectRatio(_ value: String) -> Self {
    Attribute("preserveAspectRatio", .text(value))
  }

  @usableFromInline
  static func short(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
