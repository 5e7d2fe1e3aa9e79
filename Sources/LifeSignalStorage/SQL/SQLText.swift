import LifeSignalModel

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
  /// error, or gets the new values where the table says so.
  ///
  /// Every other unique value that is taken is an error, above all the number of the row: a message
  /// whose number belongs to another one must not count as stored.
  var insert: SQLText {
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let outcome = replaces ? "DO UPDATE SET \(replacements)" : "DO NOTHING"
    let winners = unique.map { " ON CONFLICT \($0) \(outcome)" }.joined()
    return SQLText(words: "INSERT INTO \(name) (\(list.text)) VALUES (\(places))\(winners)")
  }

  private var replacements: String {
    zip(columns, roles).filter { $0.1 != .key }.map { "\($0.0) = excluded.\($0.0)" }
      .joined(separator: ", ")
  }

  /// The record whose key's first column is `$1`.
  var find: SQLText { SQLText(words: "SELECT \(list.text) FROM \(name) WHERE \(key) = $1") }

  /// The record whose first two columns are `$1` and `$2`.
  var findPair: SQLText {
    let names = zip(columns, 1...2).map { "\($0) = $\($1)" }.joined(separator: " AND ")
    return SQLText(words: "SELECT \(list.text) FROM \(name) WHERE \(names)")
  }

  var delete: SQLText { SQLText(words: "DELETE FROM \(name) WHERE \(key) = $1") }

  /// The places of the columns that may change, and of those that are the key.
  var changing: [Int] { roles.indices.filter { roles[$0] != .key && roles[$0] != .fixed } }
  var keys: [Int] { roles.indices.filter { roles[$0] == .key } }

  /// Its values are those that may change, followed by the key.
  var replace: SQLText {
    let sets = changing.enumerated().map { "\(columns[$1]) = $\($0 + 1)" }
    let found = keys.enumerated().map { "\(columns[$1]) = $\(changing.count + $0 + 1)" }
    return SQLText(
      words: "UPDATE \(name) SET \(sets.joined(separator: ", ")) "
        + "WHERE \(found.joined(separator: " AND "))")
  }

  /// The statements of a list; LIMIT and OFFSET of a part follow the list's values.
  func statements<Stored: Record>(
    of rows: Rows<Stored>
  ) -> (all: SQLText, part: SQLText, count: SQLText, values: Int) {
    var place = 0
    func next() -> String {
      place += 1
      return "$\(place)"
    }
    let conditions = rows.conditions.map { condition in
      switch condition {
      case .equal(let column): "\(column) = \(next())"
      case .atLeast(let column): "\(column) >= \(next())"
      case .atMost(let column): "\(column) <= \(next())"
      case .above(let column): "\(column) > \(next())"
      case .below(let column): "\(column) < \(next())"
      case .aboveOrMissing(let column): "(\(column) IS NULL OR \(column) > \(next()))"
      case .bothBelow(let first, let second): "(\(first), \(second)) < (\(next()), \(next()))"
      case .missing(let column): "\(column) IS NULL"
      case .present(let column): "\(column) IS NOT NULL"
      case .word(let column, let word): "\(column) = '\(word)'"
      case .number(let column, let number): "\(column) = \(number)"
      }
    }
    let values = place
    let order = rows.order.map { order in
      switch order {
      case .rising(let column): "\(column)"
      case .falling(let column): "\(column) DESC"
      }
    }
    let chosen = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let ordered = order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    let select = "SELECT \(list.text) FROM \(name)\(chosen)\(ordered)"
    return (
      SQLText(words: select), SQLText(words: "\(select) LIMIT \(next()) OFFSET \(next())"),
      SQLText(words: "SELECT count(*) FROM \(name)\(chosen)"), values
    )
  }

  private var key: String { columns.first ?? "" }

  /// Its values are those to set, followed by those of the row that are compared, each in the order of
  /// the columns.
  /// - Parameter changed: the places of the columns to set.
  func update(setting changed: [Int]) -> SQLText {
    var place = 0
    func next() -> String {
      place += 1
      return "$\(place)"
    }
    var sets = changed.map { "\(columns[$0]) = \(next())" }
    // Only whether the row is still as it was.
    if sets.isEmpty, let last = columns.last { sets = ["\(last) = \(last)"] }
    let conditions = zip(columns, roles).compactMap { column, role in
      switch role {
      case .key: "\(column) = \(next())"
      case .compared: "\(column) IS NOT DISTINCT FROM \(next())"
      case .end: "\(column) IS NULL"
      case .changing, .fixed, .always: nil
      }
    }
    return SQLText(
      words: "UPDATE \(name) SET \(sets.joined(separator: ", ")) "
        + "WHERE \(conditions.joined(separator: " AND "))")
  }
}
