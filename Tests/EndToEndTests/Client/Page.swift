import Foundation

/// What a browser shows, as a test looks at it: elements by id, and the text a person reads.
struct Page: Sendable {
  let html: String

  /// Whether there is an element with this id.
  func has(_ id: String) -> Bool { html.contains("id=\"\(id)\"") }

  /// The rest of an id that begins like this, of the first element that has one and no more parts.
  func id(_ prefix: String) -> String? {
    match("id=\"(\(prefix)[0-9]+)\"")
  }

  /// Everything a person can read, in one line.
  var text: String {
    html.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
  }

  /// The text directly inside the element with this id.
  func text(of id: String) -> String? {
    match("id=\"\(id)\"[^>]*>([^<]*)<")
  }

  private func match(_ pattern: String) -> String? {
    guard let regex = try? Regex(pattern, as: (Substring, Substring).self) else { return nil }
    return html.firstMatch(of: regex).map { String($0.1) }
  }
}
