/// One statement or a part of one, written once for every database with `$1`, `$2` … as placeholders.
///
/// The compiler accepts only text from the sources, other ``SQLText``, numbers, and texts that are
/// quoted: values that come from outside travel as ``SQLValue``, never inside the statement. A
/// class, so that a connection finds the statement it has prepared by identity rather than by
/// comparing text.
final class SQLText: ExpressibleByStringInterpolation, Sendable {
  /// As written, which is PostgreSQL's form.
  let text: String
  /// With `?1`, `?2` …: SQLite reads `$1` as a name and numbers names by first appearance, so a
  /// positional value would end up in the wrong place.
  let questionMarks: String

  fileprivate init(words: String) {
    text = words
    questionMarks = words.replacing("$", with: "?")
  }

  convenience init(stringLiteral text: StaticString) { self.init(words: text.description) }

  convenience init(stringInterpolation parts: Interpolation) { self.init(words: parts.words) }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var words = ""

    init(literalCapacity: Int, interpolationCount: Int) { words.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { words += literal.description }

    mutating func appendInterpolation(_ part: SQLText) { words += part.text }

    mutating func appendInterpolation(_ part: StaticString) { words += part.description }

    /// Its name.
    mutating func appendInterpolation(_ table: SQLTable) { words += table.name }

    mutating func appendInterpolation(_ number: some BinaryInteger) { words += String(number) }

    mutating func appendInterpolation(numbers: [Int]) {
      words += numbers.map { String($0) }.joined(separator: ", ")
    }

    /// As a literal of SQL, with its quotes.
    mutating func appendInterpolation(literal text: String) { words += quoted(text) }

    /// As literals of SQL, with commas between.
    mutating func appendInterpolation(literals texts: [String]) {
      words += texts.map(quoted).joined(separator: ", ")
    }

    /// With spaces between.
    mutating func appendInterpolation(joining parts: [SQLText]) {
      words += parts.map(\.text).joined(separator: " ")
    }

    private func quoted(_ text: String) -> String {
      "'" + text.replacing("'", with: "''") + "'"
    }
  }
}

extension SQLTable {
  /// The columns for a SELECT, with the alias in front of each.
  func columns(of alias: StaticString) -> SQLText {
    SQLText(words: columns.map { "\(alias).\($0)" }.joined(separator: ", "))
  }

  /// The columns for a SELECT from this table alone, or for RETURNING.
  var list: SQLText { SQLText(words: columns.joined(separator: ", ")) }

  /// Inserts one record; an existing record with the same ``unique`` columns wins, without an
  /// error.
  ///
  /// Every other unique value that is taken is an error, above all the number of the row: a message
  /// whose number belongs to another one must not count as stored.
  var insert: SQLText {
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let winners = unique.map { " ON CONFLICT \($0) DO NOTHING" }.joined()
    return SQLText(words: "INSERT INTO \(name) (\(list.text)) VALUES (\(places))\(winners)")
  }
}
