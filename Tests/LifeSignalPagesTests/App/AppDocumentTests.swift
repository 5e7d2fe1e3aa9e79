import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `The document` {
  private let document = AppDocument(
    title: "Check-In <now>", asset: { "/assets/\($0)?v=1" },
    live: .init(stream: "/live", events: "/event", frame: "e.7", clock: 1_795_266_360_000)
  ) { Samples.page(Samples.app(Samples.mainTab(.checkIn))) }

  @Test func `begins with its type and escapes its title`() {
    let markup = document.rendered()
    #expect(markup.hasPrefix("<!doctype html><html lang=\"en-GB\" dir=\"ltr\">"))
    #expect(markup.contains("<title>Check-In &lt;now&gt;</title>"))
  }

  @Test func `names the live root's stream, events, frame and clock`() {
    let markup = document.rendered()
    #expect(markup.contains(#"<div id="live" data-live="/live" data-events="/event""#))
    #expect(markup.contains(#"data-frame="e.7" data-clock="1795266360000""#))
  }

  @Test func `has two scripts from its own origin, and none without a live root`() {
    #expect(document.rendered().matches(of: /<script/).count == 2)
    #expect(document.rendered().contains(#"src="/assets/offline.js?v=1""#))
    #expect(document.rendered().contains(#"src="/assets/client.js?v=1""#))
    let still = AppDocument(title: "a", asset: { $0 }) { "text" }
    #expect(!still.rendered().contains("<script"))
  }

  @Test func `links one style sheet, which has every part there is`() throws {
    #expect(document.rendered().matches(of: /rel="stylesheet"/).count == 1)
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/LifeSignalWeb/Public").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "look").path)
    let all = try String(contentsOf: folder.appending(path: "app.css"), encoding: .utf8)
    for file in files { #expect(all.contains(#"@import url("look/\#(file)");"#)) }
  }

  @Test func `asks for everything its scripts import in one round trip`() throws {
    let folders = ["LifeSignalWeb", "ComposableHTMLClient"].map {
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/\($0)/Public").standardizedFileURL
    }
    func parts(of script: String) throws -> Set<String> {
      let text = try #require(
        folders.lazy.compactMap {
          try? String(contentsOf: $0.appending(path: script), encoding: .utf8)
        }.first)
      let names = text.matches(of: /(?:from|import) '\.\/([a-z\-]+\.js)'/).map { String($0.1) }
      return try names.reduce(into: Set(names)) { try $0.formUnion(parts(of: $1)) }
    }
    let imported = try parts(of: "client.js").union(parts(of: "offline.js"))
    let asked = document.rendered()
      .matches(of: /<link rel="modulepreload" href="\/assets\/([a-z\-]+\.js)\?v=1">/)
      .map { String($0.1) }
    #expect(imported.count >= 4)
    #expect(asked == imported.sorted())
  }

  @Test func `tells those without a script what they can do`() {
    #expect(document.rendered().contains("<noscript>"))
    #expect(document.rendered().contains("JavaScript is off. Please switch it on"))
  }
}
