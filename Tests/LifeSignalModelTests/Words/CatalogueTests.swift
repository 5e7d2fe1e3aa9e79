import Foundation
import LifeSignalModel
import Testing

@Suite struct CatalogueTests {
  private let german = Catalogue(
    .german,
    [
      "{0} pinged {1}.": .sentence("{1} wurde von {0} gefragt."),
      "{0} days": .plural([.one: "ein Tag", .other: "{0} Tage"]),
      "in {0}": .sentence("in {0}"),
    ])

  @Test func `a translation puts the gaps where its language wants them`() {
    #expect(german.say("\("Bea") pinged \("Carl").") == "Carl wurde von Bea gefragt.")
  }

  @Test(arguments: [(1, "ein Tag"), (2, "2 Tage"), (0, "0 Tage")])
  func `a count chooses the form`(days: Int, text: String) {
    let phrase = Phrase.counting(days, one: "\(days) day", other: "\(days) days")
    #expect(german.say(phrase) == text)
    #expect(german.say("in \(phrase)") == "in \(text)")
  }

  @Test func `a sentence without a translation is English`() {
    #expect(german.say("Not yet, \("Bea")") == "Not yet, Bea")
  }

  @Test func `a gap a translation invents stays empty`() {
    let wrong = Catalogue(.german, ["Hello": .sentence("Hallo {3}!")])
    #expect(wrong.say("Hello") == "Hallo {3}!")
    #expect(Catalogue(.german, ["a {0}": .sentence("{0}{7}")]).say("a \("b")") == "b")
  }

  @Test func `a file is read, forms and all`() throws {
    let file = Data(#"{"Home":"Start","{0} days":{"one":"{0} Tag","other":"{0} Tage"}}"#.utf8)
    let catalogue = try Catalogue(.german, json: file)
    #expect(catalogue.entries["Home"] == .sentence("Start"))
    #expect(
      catalogue.entries["{0} days"] == .plural([.one: "{0} Tag", .other: "{0} Tage"]))
  }

  @Test(arguments: ["", "[]", #"{"Home":1}"#, #"{"a":{"several":"x"}}"#])
  func `a file that is something else is refused`(text: String) {
    #expect(throws: DecodingError.self) { try Catalogue(.german, json: Data(text.utf8)) }
  }

  @Test func `a text in a gap stands for itself where one writes from right to left`() {
    let arabic = Catalogue(.arabic, ["Sent to {0}": .sentence("أُرسل إلى {0}")])
    #expect(
      arabic.say("Sent to \("+1 212")") == "أُرسل إلى \u{2068}+1 212\u{2069}")
    // Numbers and phrases are of the language itself.
    #expect(!arabic.say("\(2) of \(3)").contains("\u{2068}"))
  }

  @Test func `marked is what has a translation, and nothing else`() {
    let marked = Catalogue(.german, ["Home": .sentence("Start")]).marked()
    #expect(marked.say("Home") == "⟦Start⟧")
    #expect(marked.say("Forgotten") == "Forgotten")
    #expect(marked.say("Forgotten: \(Phrase("Home"))") == "Forgotten: ⟦Start⟧")
  }

  @Test func `a language without a catalogue is English`() {
    #expect(Translations([german])[.german] == german)
    #expect(Translations([german])[.french] == .english)
  }
}
