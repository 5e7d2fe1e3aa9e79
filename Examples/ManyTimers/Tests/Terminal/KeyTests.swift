import ManyTimersTerminal
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    ("q", [Key.character("q")]),
    (" r", [.character(" "), .character("r")]),
    ("\u{1B}[A\u{1B}[B", [.up, .down]),
    ("\u{1B}OA", [.up]),
    ("\u{1B}", [.escape]),
    ("\u{1B}[3~x", [.character("x")]),
    ("\u{1B}[1;5C", []),
    ("\u{1B}[", []),
    ("\r\n", [.enter, .enter]),
    ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{3}", [.interrupt]),
    ("\u{1}\u{1F}", []),
    ("é\u{1F375}", [.character("é"), .character("\u{1F375}")]),
    ("e\u{301}x", [.character("e\u{301}"), .character("x")]),
  ])
  func `what a terminal sends is read as keys`(sent: String, keys: [Key]) {
    #expect(Key.keys(in: sent.utf8) == keys)
  }

  @Test func `bytes that are no text are left out`() {
    #expect(Key.keys(in: [0xFF, 0x71, 0xC3]) == [.character("q")])
  }
}
