/// A drawing. Its parts are in ``SVG``.
@inlinable public var svg: Tag { Tag("svg") }

/// The elements a drawing is made of: `SVG.circle(.cx(12), .cy(12), .r(9))`.
public enum SVG {
  @inlinable public static var path: Tag { Tag("path") }
  @inlinable public static var circle: Tag { Tag("circle") }
  @inlinable public static var ellipse: Tag { Tag("ellipse") }
  @inlinable public static var rect: Tag { Tag("rect") }
  @inlinable public static var line: Tag { Tag("line") }
  @inlinable public static var polyline: Tag { Tag("polyline") }
  @inlinable public static var polygon: Tag { Tag("polygon") }
  @inlinable public static var g: Tag { Tag("g") }
  @inlinable public static var use: Tag { Tag("use") }
  @inlinable public static var text: Tag { Tag("text") }
  @inlinable public static var tspan: Tag { Tag("tspan") }
  @inlinable public static var defs: Tag { Tag("defs") }
  @inlinable public static var symbol: Tag { Tag("symbol") }
  @inlinable public static var title: Tag { Tag("title") }
  @inlinable public static var desc: Tag { Tag("desc") }
  @inlinable public static var linearGradient: Tag { Tag("linearGradient") }
  @inlinable public static var radialGradient: Tag { Tag("radialGradient") }
  @inlinable public static var stop: Tag { Tag("stop") }
  @inlinable public static var clipPath: Tag { Tag("clipPath") }
  @inlinable public static var mask: Tag { Tag("mask") }
}
