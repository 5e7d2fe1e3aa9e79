import Foundation
import GRDB
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct SQLTextTests {
  @Test func `each value goes to the place with its number, in any order of the text`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let values = try await ledger.pool.read { database in
      let session = SQLiteSession(database: database)
      return try session.first(
        "SELECT $3, $1, $2, $1", [.int64(1), .text("zwei \0 ß"), .bytes(Data([0, 1]))]
      ) { row in
        (try row.bytes(), try row.int64(), try row.text(), try row.int64())
      }
    }
    #expect(values?.0 == Data([0, 1]))
    #expect(values?.1 == 1)
    #expect(values?.2 == "zwei \0 ß")
    #expect(values?.3 == 1)
  }

  @Test func `a statement takes parts, numbers and quoted texts, and no text ends its quotes`()
    async throws
  {
    let hostile = "x' FROM people; DROP TABLE people; --"
    let (part, texts): (SQLText, SQLText) = ("+ 1", "\(literals: [hostile, "b"])")
    let statement: SQLText = """
      SELECT \(literal: hostile), \(numbers: [2, 3]), 4 \(part), $1 \(joining: [part, part]), \(texts)
      """
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let row = try await ledger.pool.read { database in
      try SQLiteSession(database: database).first(statement, [.int64(Int64.min)]) { row in
        let first = try row.text()
        let numbers = [try row.int64(), try row.int64(), try row.int64(), try row.int64()]
        return (first: first, numbers: numbers, words: [try row.text(), try row.text()])
      }
    }
    let (first, numbers, words) = try #require(row)
    #expect(first == hostile)
    #expect(numbers == [2, 3, 5, Int64.min + 2])
    #expect(words == [hostile, "b"])
  }

  @Test func `empty text is text and no text is NULL`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let kinds = try await ledger.pool.read { database in
      try SQLiteSession(database: database).first(
        "SELECT typeof($1), typeof($2), typeof($3)",
        [.text(""), .text(nil), .bytes(Data())]
      ) { [try $0.text(), try $0.text(), try $0.text()] }
    }
    #expect(kinds == ["text", "null", "blob"])
  }
}
