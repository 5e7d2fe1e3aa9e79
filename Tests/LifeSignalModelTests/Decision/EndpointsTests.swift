import Foundation
import LifeSignalModel
import Testing

@Suite struct EndpointsTests {
  @Test func `Every endpoint and query of the sources is in the list, once`() throws {
    let folder = URL(filePath: #filePath).appending(
      path: "../../../../Sources/LifeSignalModel"
    ).standardized
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var declared: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      declared += source.matches(of: /struct (\w+): (?:Endpoint|\w*Query)\b/)
        .map { String($0.1) }
    }
    let listed =
      Endpoints.commands.map { "\($0)" } + Endpoints.queries.map { "\($0)" }
    #expect(declared.count > 50)
    #expect(declared.sorted() == listed.sorted())
  }
}
