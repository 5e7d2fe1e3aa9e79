import Foundation
import Testing

/// Runs every parser on the stored corpus: inputs written by hand, and inputs that once broke one.
@Suite struct `Bytes from outside` {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus")

  private func kept(_ parser: ForeignBytes) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: Self.corpus.appending(path: parser.rawValue), includingPropertiesForKeys: nil)
  }

  @Test(arguments: ForeignBytes.allCases)
  func `break no parser that they once broke`(parser: ForeignBytes) throws {
    let files = try kept(parser)
    #expect(files.count >= 3, "too few are kept")
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try parser.check(bytes) }
      // Cut anywhere they are foreign too.
      for end in Set([0, bytes.count / 3, bytes.count / 2, max(0, bytes.count - 1)]) {
        #expect(throws: Never.self, "\(file.lastPathComponent), first \(end)") {
          try parser.check(Array(bytes.prefix(end)))
        }
      }
    }
  }

  @Test func `are kept for every parser, and for no other`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path())
    #expect(Set(folders) == Set(ForeignBytes.allCases.map(\.rawValue)))
  }
}
