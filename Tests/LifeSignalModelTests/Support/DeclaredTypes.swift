import Foundation
import Testing

/// The names that a pattern finds in the sources of a module.
func names(
  of pattern: Regex<(Substring, Substring)>, in module: String = "LifeSignalModel"
) throws -> [String] {
  let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/\(module)")
    .standardized
  let files = try #require(
    FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
  var names: [String] = []
  for case let file as URL in files where file.pathExtension == "swift" {
    names += try String(contentsOf: file, encoding: .utf8).matches(of: pattern).map {
      String($0.1)
    }
  }
  return names
}
