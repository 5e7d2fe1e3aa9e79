/// How SQLite spells the words in braces of a ``Migration``.
enum SQLiteDialect {
  private static let words = [
    ("{key}", "INTEGER PRIMARY KEY"),
    ("{int64}", "INTEGER"),
    ("{bytes}", "BLOB"),
    ("{strict}", " STRICT"),
    ("{clustered}", " STRICT, WITHOUT ROWID"),
    ("{refuse}", "BEGIN SELECT RAISE(ABORT,"),
    ("{unless}", ") WHERE NOT ("),
    ("{end}", "); END"),
  ]

  static func spell(_ statement: String) -> String {
    words.reduce(statement) { $0.replacing($1.0, with: $1.1) }
  }
}
