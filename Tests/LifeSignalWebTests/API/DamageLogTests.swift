import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Testing

@testable import LifeSignalWeb

@Suite struct `The log names where a row is damaged, never what it contains` {
  private static let reason = "pings: The column sent_at contains no such value."

  @Test func `the line names the table and the column, the answer to the caller neither`()
    async throws
  {
    let lines = LogLines()
    let error = await #expect(throws: UnreadableRow.self) {
      try await answering { throw LedgerError.corrupt(Self.reason) }
    }
    let response = try Problem.response(
      to: try #require(error), Logger(label: "test") { _ in lines })
    #expect(response.status == .internalServerError)
    #expect(lines.all == ["request failed error=LifeSignalWeb.UnreadableRow: \(Self.reason)"])
    #expect(error?.userFacingError == .serverError)
  }

  @Test func `the cause of a storage error ends in its reason`() {
    #expect(ErrorLog.cause(LedgerError.corrupt(Self.reason)).hasSuffix(Self.reason))
  }

  @Test func `the cause of any other error is the name of its type`() {
    struct Leaky: Error { let number = "+12125550101" }
    #expect(ErrorLog.cause(Leaky()).hasSuffix("Leaky"))
    #expect(!ErrorLog.cause(Leaky()).contains("555"))
  }
}
