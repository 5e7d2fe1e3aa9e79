import ComposableHTML
import Foundation
import Testing

@testable import LifeSignalWeb

@Suite struct `Every page as it was last agreed on` {
  private static let advice =
    "If this is meant, record it with `make snapshots`, and the review sees what has changed."

  @Test(arguments: Samples.states.map(\.name))
  func `is written as its snapshot has it`(name: String) throws {
    let lines = IndentedHTML.lines(of: Samples.page(try Samples.state(name)).rendered())
    let agreed = try PageSnapshots.read(name)
    if PageSnapshots.isRecording {
      if lines != agreed { try PageSnapshots.write(lines, as: name) }
      return
    }
    guard let agreed else {
      Issue.record("There is no snapshot of “\(name)”. \(Self.advice)")
      return
    }
    if lines != agreed {
      Issue.record("\(name).html\n\(LineDifference(from: agreed, to: lines))\n\(Self.advice)")
    }
  }

  @Test func `no snapshot is left over from a state that is gone`() throws {
    let left = try PageSnapshots.names().subtracting(Samples.states.map(\.name))
    if PageSnapshots.isRecording {
      for name in left { try FileManager.default.removeItem(at: PageSnapshots.file(name)) }
      return
    }
    #expect(left.isEmpty, "left over: \(left.sorted()). \(Self.advice)")
  }

  @Test func `no two states share a name`() {
    let names = Samples.states.map(\.name)
    #expect(Set(names).count == names.count)
  }
}

@Suite struct `Pages in lines` {
  @Test func `an element that holds a text is one line, others hold lines`() {
    let lines = IndentedHTML.lines(
      of: #"<div id="a" class="b"><p>One</p> · <br><span></span></div>"#)
    #expect(
      lines == [
        #"<div id="a" class="b">"#, "  <p>One</p>", "  ␣·␣", "  <br>", "  <span></span>",
        "</div>",
      ])
  }

  @Test func `brackets and line breaks in values and texts keep their place`() {
    let lines = IndentedHTML.lines(of: "<p title=\"a > b\">One\nTwo</p>")
    #expect(lines == [#"<p title="a > b">One⏎Two</p>"#])
  }

  @Test func `a long tag has each attribute on a line`() {
    let words = String(repeating: "word ", count: 24)
    let lines = IndentedHTML.lines(of: #"<p id="a" title="\#(words)">One</p>"#)
    #expect(lines == ["<p", #"    id="a""#, #"    title="\#(words)">One</p>"#])
  }

  @Test func `two long paths are told apart`() {
    let path = String(repeating: "M1 1h1", count: 100)
    let one = IndentedHTML.lines(of: #"<path d="\#(path)M1"></path>"#)
    let other = IndentedHTML.lines(of: #"<path d="\#(path)M2"></path>"#)
    #expect(one != other)
    #expect(one[0].count < 140)
  }

  @Test func `a difference shows what went and came, and a little around it`() {
    let old = (1...20).map(String.init)
    var new = old
    new[9] = "ten"
    new.append("21")
    #expect(
      LineDifference(from: old, to: new).description == """
        …
          7
          8
          9
        - 10
        + ten
          11
          12
          13
        …
          18
          19
          20
        + 21
        """)
  }
}
