import ComposableHTML
import Testing

struct EscapingTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a & b &amp; c", "a &amp; b &amp;amp; c"),
    ("I'm \"OK\"", "I'm \"OK\""),
    ("two\r\nlines", "two&#13;\nlines"),
    ("nul\u{0}byte", "nul\u{FFFD}byte"),
    ("Grüße, 你好 👩‍👩‍👧", "Grüße, 你好 👩‍👩‍👧"),
    ("", ""),
  ])
  func `text cannot become markup`(text: String, markup: String) {
    #expect(p { text }.rendered() == "<p>\(markup)</p>")
  }

  @Test(arguments: [
    ("\" onclick=\"alert(1)", "&quot; onclick=&quot;alert(1)"),
    ("' onclick='alert(1)", "&#39; onclick=&#39;alert(1)"),
    ("a>b<c&d", "a&gt;b&lt;c&amp;d"),
    ("two\nlines\r", "two\nlines&#13;"),
  ])
  func `a value cannot leave its attribute`(value: String, markup: String) {
    #expect(input(.value(value)).rendered() == "<input value=\"\(markup)\">")
    #expect(div(.data("x", value)).rendered() == "<div data-x=\"\(markup)\"></div>")
    #expect(div(.aria("label", value)).rendered() == "<div aria-label=\"\(markup)\"></div>")
    #expect(div(.class(value)).rendered() == "<div class=\"\(markup)\"></div>")
    #expect(div(id: value).rendered() == "<div id=\"\(markup)\"></div>")
  }

  @Test func `every byte that matters is escaped wherever it stands`() {
    for place in 0..<40 {
      let text = String(repeating: "x", count: place) + "<" + String(repeating: "y", count: 3)
      #expect(p { text }.rendered() == "<p>\(text.replacing("<", with: "&lt;"))</p>")
    }
  }

  @Test func `only what is called trusted is written as it is`() {
    #expect(p { Raw(trusted: "<b>bold</b>") }.rendered() == "<p><b>bold</b></p>")
  }

  @Test func `the text of a field keeps its first line break and closes nothing`() {
    #expect(
      textarea(id: "t", text: "\nfirst</textarea>").rendered()
        == "<textarea id=\"t\">\n\nfirst&lt;/textarea&gt;</textarea>")
  }
}
