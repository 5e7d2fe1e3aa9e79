package import ComposableHTML
import Foundation
package import LifeSignalModel

/// A person's disc: their picture, or the first letter on a tint that is always the same for them.
///
/// Hidden from screen readers, as the name stands beside it.
package struct Avatar: HTML {
  enum Size: String {
    case regular = ""
    case small
    case big
  }

  let id: Person.ID
  let name: String
  /// Served by us to those who may see it.
  var picture: URL?
  var size = Size.regular
  /// Late and alert fill the disc.
  var status = Status.neutral
  /// The mark at the corner.
  var mark: Status?
  /// Not a contact yet.
  var isFaint = false

  package var body: some HTML {
    span(
      .class("avatar"), .class(Self.tone(of: id)), .class(size.rawValue),
      .class(status.className, when: status == .late || status == .alert),
      .class("faint", when: isFaint), .aria("hidden", true)
    ) {
      Self.initial(of: name)
      if let picture { img(.class("portrait"), .src(picture.relativeString), .alt("")) }
      if let mark, let glyph = mark.glyph {
        span(.class("dot"), .class(Self.dotClass(mark))) { Icon(glyph, .small) }
      }
    }
  }

  /// One of six tints, from the identity and not from the name: names change.
  package static func tone(of id: Person.ID) -> String {
    // Swift's own hash differs from process to process.
    let sum = id.rawValue.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32(clamping: $1) }
    return "tone-\(sum % 6 + 1)"
  }

  package static func initial(of name: String) -> String {
    name.first { !$0.isWhitespace }.map { $0.uppercased() } ?? "?"
  }

  private static func dotClass(_ mark: Status) -> String {
    mark == .asking ? "ping" : mark.className
  }
}
