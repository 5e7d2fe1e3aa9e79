import Foundation
import LifeSignalModel
import Testing

@Suite struct PlainTextTests {
  private func name(_ text: String) throws(Refusal) -> String {
    try PlainText.name(text, longest: 80, else: .invalidName)
  }

  @Test(arguments: [
    "Mara", "Øyvind-Åse O’Neill", "李小龙", "علی‌رضا", "مريم", "👩‍👩‍👧 Hale", "नेहा", " Theo ", "a.b/c",
  ])
  func `a name of any script passes`(text: String) throws {
    #expect(try name(text) == PersonName.trimmed(text))
  }

  @Test(arguments: [
    "https://evil.example", "LifeSignal: your code is void, see http://a", "a\u{202e}b", "a\nb",
    "a\u{0}b", "a\u{200b}b", "a\u{feff}b", "a\u{2028}b", "a\u{7f}b", "a\u{2066}b", "a\tb", "a\r\nb",
  ])
  func `one with a web address or with what nobody sees is refused`(text: String) {
    #expect(throws: Refusal.textNotPlain) { try name(text) }
  }

  @Test(arguments: ["", "  ", String(repeating: "a", count: 81)])
  func `one of no length or of too much is refused`(text: String) {
    #expect(throws: Refusal.invalidName) { try name(text) }
  }

  @Test func `bytes are counted too, because one character can be thousands of them`() {
    let tall = "a" + String(repeating: "\u{301}", count: 200)
    #expect(tall.count == 1)
    #expect(throws: Refusal.invalidName) { try name(tall) }
    #expect(throws: Refusal.travelNoteTooLong) {
      try PlainText.note(
        "a" + String(repeating: "\u{301}", count: 3_000), longest: 500, else: .travelNoteTooLong)
    }
  }

  @Test func `a note has lines`() throws {
    let note = "By bus.\n\tLine 7\r\nHome at eight."
    #expect(try PlainText.note(note, longest: 500, else: .travelNoteTooLong) == note)
    #expect(throws: Refusal.textNotPlain) {
      try PlainText.note("see\nhttps://a", longest: 500, else: .travelNoteTooLong)
    }
  }

  @Test func `every name that messages carry is held to it`() {
    let bad = "http://a"
    #expect(throws: Refusal.textNotPlain) {
      try ProfileRules.update(
        Cast.facts(), firstName: bad, lastName: "B", emergencyNote: "", moment: Cast.moment())
    }
    #expect(throws: Refusal.textNotPlain) {
      try ProfileRules.update(
        Cast.facts(), firstName: "A", lastName: bad, emergencyNote: "", moment: Cast.moment())
    }
    #expect(throws: Refusal.textNotPlain) {
      try TravelRules.start(
        TravelFacts(me: Cast.mara), due: Cast.start + 3_600, note: bad, moment: Cast.moment())
    }
    #expect(throws: Refusal.textNotPlain) {
      try OwnSideRules.setPrivateFields(
        RelationFacts(me: Cast.mara, other: nil), nickname: bad, notes: nil, moment: Cast.moment())
    }
  }
}
