/// Records pages so that each part of them is written once.
///
/// A part is an element with an id and more than one line. The first page that has it is recorded
/// with its lines. A later page that has the same lines under the same id is recorded with a
/// reference to that page, such as `<!-- profile.html: #tabs, #page-profile -->`: so a sheet is
/// recorded without the page under it. A part that differs in anything is recorded again, with
/// references for those parts of it that do not differ.
struct SharedParts {
  /// The page that was recorded with the lines of a part.
  private var owners: [Part: String] = [:]

  /// What is recorded of pages, by their names.
  static func recordings(of pages: [(name: String, lines: [String])]) -> [String: [String]] {
    var parts = Self()
    var recordings: [String: [String]] = [:]
    for page in pages { recordings[page.name] = parts.record(page.lines, as: page.name) }
    return recordings
  }

  private mutating func record(_ page: [String], as name: String) -> [String] {
    var recording: [String] = []
    var new: [Part] = []
    var index = 0
    while index < page.count {
      guard let part = Part(at: index, in: page), part.lines.count > 1 else {
        recording.append(page[index])
        index += 1
        continue
      }
      if let owner = owners[part] {
        let reference = Reference(depth: part.depth, owner: owner, ids: [part.id])
        if let joined = recording.last.flatMap(Reference.init)?.joined(with: reference) {
          recording.removeLast()
          recording.append(joined.line)
        } else {
          recording.append(reference.line)
        }
        index += part.lines.count
      } else {
        new.append(part)
        recording.append(page[index])
        index += 1
      }
    }
    for part in new { owners[part] = name }
    return recording
  }

  /// An element with an id, from its tag to the line that closes it.
  struct Part: Hashable {
    let id: String
    /// Without the spaces that the first of them begins with.
    let lines: [String]
    /// How many spaces those are. The same part at another depth is the same part.
    let depth: Int

    /// Nil when no element with an id begins on that line.
    init?(at start: Int, in page: [String]) {
      guard let id = Self.id(at: start, in: page) else { return nil }
      let depth = page[start].depth
      // What an element contains, its attributes too, is indented further than its tag is.
      var end = start + 1
      while end < page.count, page[end].depth > depth { end += 1 }
      if end < page.count, page[end].depth == depth, page[end].dropFirst(depth).hasPrefix("</") {
        end += 1
      }
      self.id = id
      self.depth = depth
      lines = page[start..<end].map { String(Substring($0.utf8.dropFirst(depth))) }
    }

    static func == (left: Self, right: Self) -> Bool {
      left.id == right.id && left.lines == right.lines
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(lines)
    }

    /// The first attribute of a tag, which may be on a line of its own.
    private static func id(at index: Int, in page: [String]) -> String? {
      let line = page[index].drop { $0 == " " }
      guard line.hasPrefix("<") else { return nil }
      var attributes = line.dropFirst().drop { $0.isLetter || $0.isNumber }
      if attributes.isEmpty, index + 1 < page.count { attributes = page[index + 1][...] }
      attributes = attributes.drop { $0 == " " }
      guard attributes.hasPrefix("id=\"") else { return nil }
      return String(attributes.dropFirst(4).prefix { $0 != "\"" })
    }
  }

  /// A line that stands for parts that follow each other and that another page was recorded with.
  struct Reference {
    let depth: Int
    let owner: String
    let ids: [String]

    var line: String {
      let names = ids.map { "#\($0)" }.joined(separator: ", ")
      return String(repeating: " ", count: depth) + "<!-- \(owner).html: \(names) -->"
    }

    func joined(with next: Self) -> Self? {
      guard depth == next.depth, owner == next.owner else { return nil }
      return Self(depth: depth, owner: owner, ids: ids + next.ids)
    }
  }
}

extension SharedParts.Reference {
  /// Nil when the line is no reference.
  init?(_ line: String) {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("<!-- "), let match = text.wholeMatch(of: /<!-- (.+)\.html: #(.+) -->/)
    else { return nil }
    depth = line.depth
    owner = String(match.1)
    ids = match.2.split(separator: ", #").map(String.init)
  }
}

extension String {
  /// How many spaces it begins with.
  fileprivate var depth: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}

/// Pages as `SharedParts` recorded them.
struct RecordedPages {
  let recordings: [String: [String]]

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The whole page, with the lines that its references stand for. Nil when there is no recording.
  func page(_ name: String) throws -> [String]? {
    try recordings[name].map { try lines(of: $0, inside: []) }
  }

  private func lines(of recording: [String], inside open: Set<String>) throws -> [String] {
    try recording.flatMap { line in
      guard let reference = SharedParts.Reference(line) else { return [line] }
      let spaces = String(repeating: " ", count: reference.depth)
      return try reference.ids.flatMap { id in
        try part(id, of: reference.owner, inside: open).map { spaces + $0 }
      }
    }
  }

  private func part(_ id: String, of owner: String, inside open: Set<String>) throws -> [String] {
    let name = "#\(id) of \(owner).html"
    if open.contains(name) { throw Fault(description: "\(name) refers to itself.") }
    let recording = recordings[owner] ?? []
    let parts = recording.indices.lazy.compactMap { SharedParts.Part(at: $0, in: recording) }
    guard let part = parts.first(where: { $0.id == id }) else {
      throw Fault(description: "There is no recording of \(name).")
    }
    return try lines(of: part.lines, inside: open.union([name]))
  }
}
