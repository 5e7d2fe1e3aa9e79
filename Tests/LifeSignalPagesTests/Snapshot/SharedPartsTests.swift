import Testing

@Suite struct `Recordings of pages with shared parts` {
  private let home = [
    #"<div id="app" class="home">"#, #"  <nav id="tabs">"#, #"    <a id="one">One</a>"#, "  </nav>",
    "  <main", #"      id="page""#, #"      class="page">"#, "    <p>Text</p>", "  </main>",
    "  <hr>",
    "</div>",
  ]

  /// The same page with a dialog above it.
  private let sheet = [
    #"<div id="app" class="sheet">"#, #"  <nav id="tabs">"#, #"    <a id="one">One</a>"#,
    "  </nav>",
    "  <main", #"      id="page""#, #"      class="page">"#, "    <p>Text</p>", "  </main>",
    #"  <dialog id="dialog">"#, "    <p>", #"      <span id="words">"#, "        <b>Sure?</b>",
    "      </span>", "    </p>", "  </dialog>", "</div>",
  ]

  private func recordings(_ pages: [String]...) -> [String: [String]] {
    let names = ["home", "sheet", "third"]
    return SharedParts.recordings(of: zip(names, pages).map { ($0, $1) })
  }

  @Test func `a part is recorded with the first page that has it`() {
    let recordings = recordings(home, sheet)
    #expect(recordings["home"] == home)
    #expect(
      recordings["sheet"]
        == [#"<div id="app" class="sheet">"#, "  <!-- home.html: #tabs, #page -->"] + sheet[9...])
  }

  @Test func `a recording is read as the whole page`() throws {
    var third = sheet
    third[12] = "        <b>Really?</b>"
    let recorded = RecordedPages(recordings: recordings(home, sheet, third))
    #expect(try recorded.page("home") == home)
    #expect(try recorded.page("sheet") == sheet)
    #expect(try recorded.page("third") == third)
    #expect(try recorded.page("fourth") == nil)
  }

  /// What makes the short files as strict as whole ones.
  @Test func `a page with any line changed is recorded in another way`() throws {
    let original = recordings(home, sheet)["sheet"]
    for index in sheet.indices {
      var changed = sheet
      changed[index] = changed[index].replacing(">", with: " hidden>").replacing("\"p", with: "\"q")
      changed[index] = changed[index].replacing("class=", with: "title=")
      if changed[index] == sheet[index] { changed[index] += " " }
      let recordings = recordings(home, changed)
      #expect(recordings["sheet"] != original, "line \(index)")
      #expect(try RecordedPages(recordings: recordings).page("sheet") == changed)
    }
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1, 3], [0, 2, 3, 1], [1, 0, 2, 3], [0, 1, 1, 2, 3]])
  func `a part that moved or left is not where its reference was`(order: [Int]) throws {
    let parts = [Array(sheet[...0]), Array(sheet[1...3]), Array(sheet[4...8]), Array(sheet[9...])]
    let changed = order.flatMap { parts[$0] }
    let recordings = recordings(home, changed)
    #expect(recordings["sheet"] != self.recordings(home, sheet)["sheet"])
    #expect(try RecordedPages(recordings: recordings).page("sheet") == changed)
  }

  @Test func `a part that is only deeper is the same part`() throws {
    let deeper = ["<div>"] + home[1...3].map { "  " + $0 } + ["</div>"]
    let recordings = recordings(home, deeper)
    #expect(recordings["sheet"] == ["<div>", "    <!-- home.html: #tabs -->", "</div>"])
    #expect(try RecordedPages(recordings: recordings).page("sheet") == deeper)
  }

  @Test func `a reference to nothing or to itself is a fault`() {
    let reference = ["<!-- home.html: #tabs -->"]
    #expect(throws: RecordedPages.Fault.self) {
      try RecordedPages(recordings: ["home": ["<p></p>"], "sheet": reference]).page("sheet")
    }
    let circle = [#"<nav id="tabs">"#, "  <!-- home.html: #tabs -->", "</nav>"]
    #expect(throws: RecordedPages.Fault.self) {
      try RecordedPages(recordings: ["home": circle]).page("home")
    }
  }
}
