import Foundation
import NIOHTTP1

extension ServerProcess {
  static let margaret = "212-555-0101"
  static let dana = "212-555-0102"
  static let oskar = "212-555-0103"

  /// The sign-in codes the console courier has printed, oldest first.
  var codes: [String] {
    lines { $0.contains("is your LifeSignal code") }.compactMap { line in
      line.firstMatch(of: /(\d{3})-(\d{3}) is your/).map { String($0.1 + $0.2) }
    }
  }

  /// The first code printed after the given number of them.
  func code(after count: Int) async throws -> String {
    try await until { $0.codes.count > count }
    return codes[count]
  }

  /// Messages with this title that the console courier has printed.
  func messages(_ title: String) -> [String] { lines { $0.contains("title=\"\(title)\"") } }

  /// Moves the server's clock.
  func advance(by seconds: Int) async throws {
    let answer = try await Browser(port: port).request(
      .POST, "/demo/advance", headers: [("Content-Type", "application/json")],
      body: #"{"seconds": \#(seconds)}"#)
    guard answer.status == 200 else { throw Browser.Unexpected(status: answer.status) }
  }
}
