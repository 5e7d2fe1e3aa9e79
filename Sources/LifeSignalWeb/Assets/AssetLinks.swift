import Foundation

/// Resolves the links between files, once at start.
///
/// Files in the folder stay as they are edited: a sheet that imports its parts, scripts that import
/// each other by name. The served files need no second round trip for a part, and name every file
/// by the hash of its content.
struct AssetLinks {
  /// The files by name.
  let files: [String: Data]
  /// The URL of a file with this content.
  let path: (_ name: String, _ content: Data) -> String

  /// Every file as it is to be served.
  func resolved() -> [String: Data] {
    var done: [String: Data] = [:]
    // The worker names the others, so it comes last.
    for name in files.keys.sorted() where name != Self.worker { resolve(name, &done, within: []) }
    if let worker = files[Self.worker] {
      done[Self.worker] = with(listIn: worker, of: done)
    }
    return done
  }

  static let worker = "sw.js"

  @discardableResult
  private func resolve(
    _ name: String, _ done: inout [String: Data], within names: Set<String>
  ) -> Data? {
    if let known = done[name] { return known }
    // Among files that import each other in a circle one keeps the other's plain name.
    guard let data = files[name], !names.contains(name) else { return nil }
    let result: Data
    switch name.split(separator: ".").last {
    case "css": result = sheet(data, beside: name)
    case "js": result = script(data, &done, within: names.union([name]))
    default: result = data
    }
    done[name] = result
    return result
  }

  /// `@import url("part.css");` becomes the part.
  private func sheet(_ data: Data, beside name: String) -> Data {
    let text = String(decoding: data, as: UTF8.self)
    let folder = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let whole = text.replacing(/@import url\("([^"]+)"\);/) { match in
      files[folder + String(match.1)].map { String(decoding: $0, as: UTF8.self) }
        ?? String(match.0)
    }
    return Data(whole.utf8)
  }

  /// `from './part.js'` becomes the part's URL.
  private func script(
    _ data: Data, _ done: inout [String: Data], within names: Set<String>
  ) -> Data {
    let text = String(decoding: data, as: UTF8.self)
    var whole = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: /(from|import) '\.\/([a-z\-\/]+\.js)'/) {
      whole += rest[..<match.range.lowerBound]
      let part = String(match.2)
      if let content = resolve(part, &done, within: names) {
        whole += "\(match.1) '\(path(part, content))'"
      } else {
        whole += match.0
      }
      rest = rest[match.range.upperBound...]
    }
    return Data((whole + rest).utf8)
  }

  /// Replaces the service worker's `/* assets */` by the list of files it keeps, and so by its
  /// version: to the browser a worker with different bytes is a new one. The system keeps the
  /// pictures it installs itself.
  private func with(listIn worker: Data, of done: [String: Data]) -> Data {
    let names = done.keys.sorted().filter { name in
      !name.hasPrefix("look/")
        && ([".css", ".js", ".svg"].contains { name.hasSuffix($0) } || name == "icon-192.png")
    }
    let list = names.map { "'\(path($0, done[$0] ?? Data()))'" }.joined(separator: ", ")
    let text = String(decoding: worker, as: UTF8.self)
    return Data(text.replacing("/* assets */", with: list).utf8)
  }
}
