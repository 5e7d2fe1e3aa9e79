import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

/// What docs/api.md says of refusals.
@Suite struct RefusalTableTests {
  private struct Row {
    var code: String
    var status: Int?
    var refusals: [String]
  }

  private let rows: [Row]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
    rows = document.matches(of: /\n\| `([a-z-]+)` \| ([0-9]{3}) \| ([^\n]*) \|/).map { row in
      Row(
        code: String(row.1), status: Int(row.2),
        refusals: row.3.matches(of: /`(\w+)`/).map { String($0.1) })
    }
  }

  @Test(arguments: Refusal.choices)
  func `each is there once, by the code and status it is answered with`(name: String) throws {
    // A refusal reads what it has of these.
    let text = #"{"\#(name)": {"retryAfter": 1, "triesLeft": 1, "needed": "ping"}}"#
    let problem = Problem(try APIJSON.decode(Refusal.self, from: Data(text.utf8)))
    let places = rows.filter { $0.refusals.contains(name) }
    #expect(places.map(\.code) == [problem.code.rawValue])
    #expect(places.map(\.status) == [problem.status])
  }

  @Test func `there are no others, and none twice in one row`() {
    #expect(rows.flatMap(\.refusals).sorted() == Refusal.choices.sorted())
  }

  @Test(arguments: Problem.Code.allCases)
  func `every code is there with its status`(code: Problem.Code) {
    #expect(rows.contains { $0.code == code.rawValue && $0.status == code.status })
  }
}
