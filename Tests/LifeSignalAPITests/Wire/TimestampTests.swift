import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

@Suite struct TimestampTests {
  static let table: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"),
    (1_767_600_000_000, "2026-01-05T08:00:00.000Z"),
    (951_782_400_001, "2000-02-29T00:00:00.001Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
  ]

  @Test(arguments: table)
  func `an instant and its text are the same`(milliseconds: Int64, text: String) {
    #expect(Timestamp.text(Date(milliseconds: milliseconds)) == text)
    #expect(Timestamp.date(text) == Date(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "2026-01-05T09:00:00+01:00", "2026-01-05t08:00:00z", "2026-01-05 07:30:00.0009-00:30",
  ])
  func `other spellings of RFC 3339 are read`(text: String) {
    #expect(Timestamp.date(text) == Date(milliseconds: 1_767_600_000_000))
  }

  @Test(arguments: [
    "", "2026-01-05", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-05T08:00:00",
    "2026-01-05T24:00:00Z", "2026-01-05T08:00:00.Z", "2026-01-05T08:00:00Zx", "1767600000000",
    "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-00:01",
  ])
  func `a text that is not an instant is refused`(text: String) {
    #expect(Timestamp.date(text) == nil)
  }

  @Test func `every millisecond that storage keeps survives the journey`() throws {
    for step in Int64(0)..<2_000 {
      let date = Date(milliseconds: 1_700_000_000_123 + step * 86_399_977)
      let data = try APIJSON.encode([date])
      #expect(try APIJSON.decode([Date].self, from: data) == [date])
    }
  }
}
