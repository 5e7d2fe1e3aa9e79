import Foundation
import LifeSignalModel
import Testing

@Suite struct PlainTextTests {
  private func name(_ text: String) throws(Refusal) -> String {
    try PlainText.name(text, longest: 80, else: .invalidName)
  }

  @Test(arguments: [
    "Mara", "Øyvind-Åse O’Neill", "李小龙", "علی‌رضا", "مريم", "👩‍👩‍👧 Hale", "नेहा", " Theo ", "a.b/c",
    "O'Neill", "J.R.", "J. R. R. Tolkien", "J.R.R.Tolkien", "St. John", "Anna-Lena", "Mr. T",
    "Ph.D",
    "А.С.Пушкин", "د.علي", "Nguyễn Thị Diệu Huyền", "Nguye\u{302}\u{303}n", "שָׁלוֹם", "น้ำผึ้ง",
    "བསྒྲུབས", "ക്ഷേമ ന്\u{200D}", "ක්\u{200D}රිෂ්ණා", "김민준", "ゔぃくとりあ", "葛\u{E0100}城", "Ξένια",
    "ᠮᠣᠩᠭᠣᠯ\u{180E}ᠠ", "❤️‍🔥", "👍🏽", "1️⃣", "Room 1.25", "v2.0",
  ])
  func `a name of any script passes`(text: String) throws {
    #expect(try name(text) == PersonName.trimmed(text))
  }

  @Test(arguments: [
    "https://evil.example", "LifeSignal: your code is void, see http://a", "a\u{202e}b", "a\nb",
    "a\u{0}b", "a\u{200b}b", "a\u{feff}b", "a\u{2028}b", "a\u{7f}b", "a\u{2066}b", "a\tb", "a\r\nb",
    "evil.com", "Bank evil.com.", "(Evil.Com)", "my-bank.co.uk", "evil\u{FF0E}com", "evil。com",
    "evil.com.T", "evil.X.Shop", "t.me/mara", "mara@evil.example", "x.com", "192.0.2.1",
    "пример.рф",
    "a\u{200d}b", "a\u{200c}b", "م\u{200c}\u{200c}ی", "\u{200d}a", "a\u{ad}b", "a\u{34f}b",
    "a\u{2060}b",
    "\u{3164}", "a\u{115f}", "\u{2800}", "a\u{fe0f}", "a\u{e0100}", "a\u{e0041}", "a\u{180e}b",
  ])
  func `a web address or a character that no one sees is refused`(text: String) {
    #expect(throws: Refusal.textNotPlain) { try name(text) }
  }

  @Test func `marks in a stack that covers other lines are refused`() throws {
    let marks = Array(repeating: "\u{301}" as Character, count: 5)
    #expect(try name("a" + String(marks.prefix(4))) != "")
    #expect(throws: Refusal.textNotPlain) { try name("a" + String(marks)) }
    // Neither a letter that has marks already nor a joiner makes room for more.
    #expect(throws: Refusal.textNotPlain) { try name("ệ" + String(marks.prefix(3))) }
    #expect(throws: Refusal.textNotPlain) {
      try name("ع" + String(marks.prefix(4)) + "\u{200d}" + String(marks.prefix(1)))
    }
    #expect(throws: Refusal.textNotPlain) { try name("\u{301}a") }
    #expect(throws: Refusal.textNotPlain) {
      try PlainText.note("a" + String(marks), longest: 500, else: .travelNoteTooLong)
    }
  }

  @Test func `a note goes to people who know its author, and may name a web page`() throws {
    #expect(try PlainText.note("komoot.de", longest: 500, else: .travelNoteTooLong) == "komoot.de")
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
        Cast.facts(), to: Profile(firstName: bad, lastName: "B"), moment: Cast.moment())
    }
    #expect(throws: Refusal.textNotPlain) {
      try ProfileRules.update(
        Cast.facts(), to: Profile(firstName: "A", lastName: bad), moment: Cast.moment())
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
