import Foundation

/// What a browser shows, as a test looks at it: elements by id, and the text a person reads.
struct Page: Sendable {
  let html: String

  /// Whether there is an element with this id.
  func has(_ id: String) -> Bool { html.contains("id=\"\(id)\"") }

  /// The rest of an id that begins like this, of the first element that has one and no more parts.
  func id(_ prefix: String) -> String? {
    html.firstMatch(of: try! Regex("id=\"(\(prefix)[0-9]+)\"", as: (Substring, Substring).self))
      .map { String($0.1) }
  }

  /// Everything a person can read, in one line.
  var text: String {
    html.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
  }

  /// The text directly inside the element with this id.
  func text(of id: String) -> String? {
    html.firstMatch(
      of: try! Regex("id=\"\(id)\"[^>]*>([^<]*)<", as: (Substring, Substring).self)
    ).map { String($0.1) }
  }
}
