/// One statement, written once for every database with `$1`, `$2` … as placeholders.
///
/// Always static text: values travel as ``SQLValue``, never inside the statement. A class, so that
/// a connection knows the statement it has prepared by identity rather than by comparing text.
final class SQLText: ExpressibleByStringInterpolation, Sendable {
  /// As written; what PostgreSQL takes.
  let text: String
  /// With `?1`, `?2` …: SQLite reads `$1` as a name and numbers names by first appearance, so a
  /// positional value would end up at the wrong place.
  let questionMarks: String

  init(stringLiteral text: String) {
    self.text = text
    questionMarks = text.replacing("$", with: "?")
  }
}
