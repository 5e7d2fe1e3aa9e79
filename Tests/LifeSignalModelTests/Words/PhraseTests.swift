import Foundation
import LifeSignalModel
import Testing

@Suite struct PhraseTests {
  @Test func `a literal is its own key`() {
    let phrase: Phrase = "Check in first."
    #expect(phrase.key == "Check in first.")
    #expect(phrase.parts.isEmpty)
    #expect(phrase.english == "Check in first.")
  }

  @Test func `an inserted value leaves a numbered placeholder`() {
    let phrase: Phrase = "\("Bea") asked \(3) times, \(Phrase("at most"))"
    #expect(phrase.key == "{0} asked {1} times, {2}")
    #expect(phrase.parts == [.text("Bea"), .number(3), .phrase("at most")])
    #expect(phrase.english == "Bea asked 3 times, at most")
  }

  @Test func `two lines are one sentence whose gaps go on counting`() {
    let phrase: Phrase = "\("Bea") and " + "\("Carl") and \("Dee")"
    #expect(phrase.key == "{0} and {1} and {2}")
    #expect(phrase.english == "Bea and Carl and Dee")
  }

  @Test(arguments: [(1, "1 day"), (0, "0 days"), (2, "2 days")])
  func `a count chooses the English form`(days: Int, text: String) {
    let phrase = Phrase.counting(days, one: "\(days) day", other: "\(days) days")
    #expect(phrase.english == text)
  }

  @Test func `text that a person entered is never translated`() {
    let catalogue = Catalogue(.german, ["Home": .sentence("Start"), "{0}": .sentence("?")])
    #expect(catalogue.say(Phrase(verbatim: "Home")) == "Home")
    #expect(catalogue.say("\("{1}") \("{0}")") == "{1} {0}")
  }

  static let stored: [Phrase] = [
    "Plain", "", "\("Bea") has checked in.", "\("a \"quoted\" {0}") and \(Phrase("nested \(2)"))",
    Phrase.counting(1, one: "\(1) try", other: "\(1) tries"), Phrase(verbatim: "{\"key\":1}"),
    "\(Phrase("plain in a gap"))",
  ]

  @Test(arguments: stored)
  func `stored and read it is the same`(phrase: Phrase) throws {
    #expect(Phrase(stored: phrase.stored) == phrase)
    let data = try JSONEncoder().encode([phrase])
    #expect(try JSONDecoder().decode([Phrase].self, from: data) == [phrase])
  }

  @Test func `text stored by an earlier release is a sentence`() {
    #expect(Phrase(stored: "Bea asks if you’re OK.").english == "Bea asks if you’re OK.")
    #expect(Phrase(stored: "{\"key\": broken").english == "{\"key\": broken")
  }
}
