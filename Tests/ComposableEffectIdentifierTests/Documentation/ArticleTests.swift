import Foundation
import Testing

/// What an article shows is compiled: each of its blocks stands in a file of this folder, line by
/// line, apart from indentation.
@Suite struct ArticleTests {
  @Test(arguments: [
    ("EffectsAndIdentifiers.md", "EffectsAndIdentifiersSnippets.swift"),
    ("Namespaces.md", "NamespacesSnippets.swift"),
    ("ComposableEffectIdentifier.md", "EffectsAndIdentifiersSnippets.swift"),
  ])
  func `every block of an article is compiled`(article: String, snippets: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let catalogue = folder.appending(
      path: "../../../Sources/ComposableEffectIdentifier/ComposableEffectIdentifier.docc")
    let source = try lines(of: folder.appending(path: snippets))
    let blocks = try blocks(in: lines(of: catalogue.appending(path: article)))
    #expect(!blocks.isEmpty)
    for block in blocks {
      let isCompiled = source.indices.contains { source[$0...].starts(with: block) }
      #expect(isCompiled, "\(snippets) lacks \(block.first ?? "")")
    }
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private func blocks(in lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    for line in lines {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append([]) }
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }
}
