import ComposableHTML
import Testing

private struct Card<Content: HTML>: HTML {
  let heading: String
  let content: Content

  init(_ heading: String, @HTMLBuilder content: () -> Content) {
    self.heading = heading
    self.content = content()
  }

  var body: some HTML {
    section(.class("card")) {
      h2 { heading }
      content
    }
  }
}

struct RenderingTests {
  @Test func `elements nest, and components are made of them`() {
    let card = Card("People") {
      ul { li { "Ada" } }
      hr()
    }
    #expect(
      card.rendered()
        == "<section class=\"card\"><h2>People</h2><ul><li>Ada</li></ul><hr></section>")
  }

  @Test(arguments: [(0, "none"), (1, "one<b>!</b>"), (2, "<i>2</i><i>1</i>")])
  func `conditions, choices and loops stand in a body`(count: Int, markup: String) {
    let html = div {
      switch count {
      case 0: "none"
      case 1:
        "one"
        b { "!" }
      default:
        for number in stride(from: count, to: 0, by: -1) { i { number } }
      }
      if count > 5 { "many" }
    }
    #expect(html.rendered() == "<div>\(markup)</div>")
  }

  @Test func `a list made while it is written is the same as one made before`() {
    let lazily = ul { ForEach(1...3) { number in li { number } } }
    let before = ul { for number in 1...3 { li { number } } }
    #expect(lazily.rendered() == before.rendered())
    #expect(before.rendered() == "<ul><li>1</li><li>2</li><li>3</li></ul>")
  }

  @Test func `a piece may be optional, and its type may be forgotten`() {
    let none: String? = nil
    let stored: [AnyHTML] = [AnyHTML(b { "x" }), AnyHTML("y")]
    #expect(p { none }.rendered() == "<p></p>")
    #expect(p { stored }.rendered() == "<p><b>x</b>y</p>")
  }

  @Test func `classes of one element are put together`() {
    let html = div(.class("row"), .title("t"), .class("on", when: true), .class("off", when: false))
    #expect(html.rendered() == "<div class=\"row on\" title=\"t\"></div>")
    #expect(div(.class("x", when: false)).rendered() == "<div></div>")
  }

  @Test func `flags are there or not, and conditions leave attributes out`() {
    #expect(button(.disabled(true)).rendered() == "<button disabled></button>")
    #expect(button(.disabled(false)).rendered() == "<button></button>")
    #expect(div(.when(false, .title("x"))).rendered() == "<div></div>")
    #expect(div(.aria("hidden", false)).rendered() == "<div aria-hidden=\"false\"></div>")
  }

  @Test func `numbers in drawings are short and always numbers`() {
    let drawing = svg(.viewBox(0, 0, 24, 24.5)) {
      SVG.circle(.cx(12), .cy(.nan), .r(9.25), .strokeDashArray(1, 2.5), .rotate(-90, 12, 12))
    }
    #expect(
      drawing.rendered() == """
        <svg viewBox="0 0 24 24.5"><circle cx="12" cy="0" r="9.25" \
        stroke-dasharray="1 2.5" transform="rotate(-90 12 12)"></circle></svg>
        """)
  }

  @Test func `a document says what it is`() {
    let page = HTMLDocument { html(.lang("en")) { head { script(src: "/client.js") } } }
    #expect(
      page.rendered() == """
        <!doctype html><html lang="en"><head>\
        <script type="module" src="/client.js"></script></head></html>
        """)
  }

  @Test func `the browser's own behavior is written as attributes`() {
    #expect(
      span(.countdown(to: 5), .passed("Overdue"), .timeStyle(.minutes)).rendered()
        == "<span data-countdown=\"5\" data-passed=\"Overdue\" data-format=\"minutes\"></span>")
    #expect(dialog(id: "d", .sheet()).rendered() == "<dialog id=\"d\" data-sheet></dialog>")
  }
}
