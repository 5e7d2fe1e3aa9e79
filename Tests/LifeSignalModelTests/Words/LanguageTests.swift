import LifeSignalModel
import Testing

@Suite struct LanguageTests {
  @Test(arguments: [
    ("de", Language.german), ("de-AT", .german), ("EN_us", .english), ("zh-TW", .chinese),
    ("ar-u-nu-latn", .arabic),
  ])
  func `a tag names a language by its first part`(tag: String, language: Language) {
    #expect(Language(tag: tag) == language)
  }

  @Test(arguments: ["", "deu", "tlh", "*", "-de"])
  func `other tags name none`(tag: String) {
    #expect(Language(tag: tag) == nil)
  }

  @Test(arguments: [
    ("de", Language.german), ("da, en-gb;q=0.8, en;q=0.7", .english),
    ("en;q=0.3, fr;q=0.9, de;q=0.9", .french), ("tlh, es ; q=0.1", .spanish),
    ("de;q=0, ar", .arabic), ("*", nil), ("", nil), ("de;q=0", nil), ("de;q=x", nil),
    (",,;;q=,=", nil),
  ])
  func `the one wanted most wins, the first of equals`(field: String, language: Language?) {
    #expect(Language(accepting: field) == language)
  }

  @Test func `a field without end is read only so far`() {
    let field = String(repeating: "tlh,", count: 100_000) + "de"
    #expect(Language(accepting: field) == nil)
  }

  /// From the sample numbers of Unicode CLDR's plural rules.
  static let samples: [(Language, PluralCategory, [Int])] = [
    (.english, .one, [1, -1]), (.english, .other, [0, 2, 11, 21, 1_000_000]),
    (.german, .one, [1]), (.german, .other, [0, 2, 101]),
    (.spanish, .one, [1]), (.spanish, .many, [1_000_000, 2_000_000]),
    (.spanish, .other, [0, 2, 16, 1_000_001]),
    (.french, .one, [0, 1]), (.french, .many, [1_000_000]), (.french, .other, [2, 17, 100]),
    (.arabic, .zero, [0]), (.arabic, .one, [1]), (.arabic, .two, [2]),
    (.arabic, .few, [3, 10, 103, 110, 1_003]), (.arabic, .many, [11, 26, 99, 111, 1_011]),
    (.arabic, .other, [100, 102, 200, 500, 1_000]),
    (.chinese, .other, [0, 1, 2, 100]),
  ]

  @Test(arguments: samples)
  func `numbers take the form of their language`(
    language: Language, form: PluralCategory, numbers: [Int]
  ) {
    for number in numbers { #expect(PluralCategory(number, in: language) == form) }
    #expect(PluralCategory.needed(in: language).contains(form))
  }
}
