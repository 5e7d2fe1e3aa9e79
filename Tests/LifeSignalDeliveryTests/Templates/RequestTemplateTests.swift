import Foundation
import Testing

@testable import LifeSignalDelivery

@Suite struct `A template` {
  /// Texts that end strings, lines, fields, segments, tags and gaps.
  private static let evil = [
    "", "plain", "\"", "\\", "\", \"topic\": \"other", "\n\r\nX: y", "\u{0}\u{1}\u{2028}", "a&b=c",
    "a/../b", "..", ".", "?x=1#y", "%2F%00", "{title}", "{body|html}", "}{", "<b>x</b>", "'\">",
    "&amp;", "é😀\u{202e}ا", "</script>", "{", "}",
  ]

  /// Two of them, and the same from a seed.
  private static let pairs: [(String, String)] = {
    var state: UInt64 = 7
    func next() -> String {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return evil[Int(state >> 33) % evil.count]
    }
    return (0..<200).map { _ in (next() + next() + next(), next() + next()) }
  }()

  private func values(_ pair: (String, String)) -> [String: String] {
    ["title": pair.0, "body": pair.1]
  }

  @Test func `never lets a text out of JSON`() throws {
    let template = RequestTemplate(
      url: "https://a.example/",
      body: .json(
        .object(["a": .text("<{title}>"), "b": .list([.text("{body}"), .number(3), .flag(true)])])))
    for pair in Self.pairs {
      let body = try template.filled(with: values(pair)).body
      let read = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
      #expect(read.count == 2)
      #expect(read["a"] as? String == "<\(pair.0)>")
      #expect((read["b"] as? [Any])?.first as? String == pair.1)
    }
  }

  @Test func `never lets a text out of its segment or its part of a query`() throws {
    let template = RequestTemplate(url: "https://a.example/x/{title}/y?z={body}", body: .text(""))
    for pair in Self.pairs {
      let url = try template.filled(with: values(pair)).url
      let parts = url.dropFirst("https://a.example/x/".count).components(separatedBy: "/y?z=")
      #expect(url.hasPrefix("https://a.example/x/") && parts.count == 2)
      #expect(parts.map(\.removingPercentEncoding) == [pair.0, pair.1])
      for part in parts {
        #expect(part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"/?#&=".utf8.contains($0) })
        #expect(part != "." && part != "..")
      }
    }
  }

  @Test func `never lets a text out of its line`() throws {
    let template = RequestTemplate(
      url: "https://a.example/", headers: [.init("X-Title", "{title}: {body}")], body: .text(""))
    for pair in Self.pairs {
      let field = try #require(try template.filled(with: values(pair)).headers.last)
      #expect(field.name == "X-Title")
      #expect(field.value.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }
  }

  @Test func `never lets a text out of its field`() throws {
    let template = RequestTemplate(
      url: "https://a.example/", body: .form([.init("a", "{title}"), .init("b", "{body}")]))
    for pair in Self.pairs {
      let body = String(decoding: try template.filled(with: values(pair)).body, as: UTF8.self)
      let fields = body.components(separatedBy: "&").map { $0.components(separatedBy: "=") }
      #expect(fields.map(\.first) == ["a", "b"] && fields.allSatisfy { $0.count == 2 })
      let read = fields.map {
        $0.last?.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
      }
      #expect(read == [pair.0, pair.1])
    }
  }

  @Test func `never lets a text become markup`() throws {
    let template = RequestTemplate(
      url: "https://a.example/", body: .text("<i title=\"{title|html}\">{body|html}</i>"))
    for pair in Self.pairs {
      let body = String(decoding: try template.filled(with: values(pair)).body, as: UTF8.self)
      #expect(body.utf8.count { $0 == UInt8(ascii: "<") } == 2)
      #expect(body.utf8.count { $0 == UInt8(ascii: "\"") } == 2)
    }
  }

  @Test(arguments: ["{name}", "{", "{title", "{}", "{title|url}"])
  func `with an unknown placeholder is refused`(text: String) {
    let template = RequestTemplate(url: "https://a.example/", body: .text(text))
    #expect(throws: RequestTemplate.UnknownGap.self) {
      try template.filled(with: ["title": "x"])
    }
  }
}
