import Composable
import ComposableTesting
import Foundation
import Testing

@Suite struct CodeTests {
  @Test func `43: every kind of failure has a code of its own and a section in the article`() throws
  {
    let codes = ComposableIssue.Code.ofTestStores.map(\.rawValue)
    #expect(Set(codes).count == codes.count)
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/ComposableTesting/ComposableTesting.docc/Testing.md")
    let sections = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(sections == codes)
  }
}
