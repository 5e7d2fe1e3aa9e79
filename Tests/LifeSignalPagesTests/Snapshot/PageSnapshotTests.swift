import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalPages
import Testing

/// Compares each whole page with the whole page that its recording and the recordings it refers to
/// describe. Only the files are shorter than the pages; every line is compared in every state.
///
/// So a page that changes under a sheet fails as a change in the sheet does. If it changes under
/// one sheet only, `make snapshots` records the changed part with that sheet, for the review to see.
@Suite struct `Every page as it was last agreed on` {
  private static let advice =
    "If this is meant, record it with `make snapshots`, and the review sees what has changed."

  /// All pages at once, because what is recorded of one depends on those before it.
  private static let recordings = SharedParts.recordings(
    of: Samples.states.map { ($0.name, lines(of: $0.state)) })

  private static func lines(of state: AppFeature.State) -> [String] {
    IndentedHTML.lines(of: Samples.page(state).rendered())
  }

  @Test(arguments: Samples.states.map(\.name))
  func `is written as its snapshot has it`(name: String) throws {
    if PageSnapshots.isRecording {
      try PageSnapshots.write(try #require(Self.recordings[name]), as: name)
      return
    }
    let lines = Self.lines(of: try Samples.state(name))
    guard let agreed = try PageSnapshots.agreed.get().page(name) else {
      Issue.record("There is no snapshot of “\(name)”. \(Self.advice)")
      return
    }
    if lines != agreed {
      Issue.record("\(name).html\n\(LineDifference(from: agreed, to: lines))\n\(Self.advice)")
    }
  }

  @Test func `no snapshot repeats a part of an earlier one`() throws {
    if PageSnapshots.isRecording { return }
    let agreed = try PageSnapshots.agreed.get()
    let pages = try Samples.states.map { ($0.name, try #require(try agreed.page($0.name))) }
    for (name, lines) in SharedParts.recordings(of: pages) where lines != agreed.recordings[name] {
      Issue.record("\(name).html is longer than it needs to be. \(Self.advice)")
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

  @Test func `two different long paths stay different`() {
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
