import Foundation
import Testing

@testable import LifeSignalWeb

@Suite struct `What assets say of one another` {
  private func resolved(_ files: [String: String]) -> [String: String] {
    let links = AssetLinks(files: files.mapValues { Data($0.utf8) }) { name, content in
      "/assets/\(name)?v=\(content.count)"
    }
    return links.resolved().mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a sheet's imports become its content`() {
    let files = resolved([
      "app.css": "@import url(\"look/a.css\");\n@import url(\"look/b.css\");\n",
      "look/a.css": "a{}", "look/b.css": "b{}",
    ])
    #expect(files["app.css"] == "a{}\nb{}\n")
  }

  @Test func `an import of nothing stays`() {
    #expect(resolved(["a.css": "@import url(\"b.css\");"])["a.css"] == "@import url(\"b.css\");")
  }

  @Test func `a script names its parts by their content, and theirs`() {
    let files = resolved([
      "a.js": "import { b } from './b.js'\nimport './c.js'\nrest", "b.js": "import './c.js'",
      "c.js": "c",
    ])
    #expect(files["b.js"] == "import '/assets/c.js?v=1'")
    #expect(
      files["a.js"]
        == "import { b } from '/assets/b.js?v=25'\nimport '/assets/c.js?v=1'\nrest")
  }

  @Test func `scripts in a circle are served all the same`() {
    let files = resolved(["a.js": "import './b.js'", "b.js": "import './a.js'"])
    #expect(files.count == 2)
    #expect(files["b.js"] == "import './a.js'")
  }

  @Test func `the worker knows everything it shall keep, and changes with it`() {
    let before = resolved(["sw.js": "[/* assets */]", "a.js": "1", "app.css": "", "x.txt": ""])
    #expect(before["sw.js"] == "['/assets/a.js?v=1', '/assets/app.css?v=0']")
    let after = resolved(["sw.js": "[/* assets */]", "a.js": "12", "app.css": "", "x.txt": ""])
    #expect(after["sw.js"] != before["sw.js"])
  }
}
