import LifeSignalModel
import Testing

@Suite struct RegionTests {
  @Test func `every country with numbers is a region, with its code and an example`() throws {
    #expect(Region.allCases.count > 240)
    #expect(Set(Region.allCases).count == Region.allCases.count)
    for region in Region.allCases {
      #expect(region.callingCode.count > 1 && region.callingCode != "+0", "\(region)")
      #expect(PhoneNumber(region.placeholder, region: region)?.region == region, "\(region)")
    }
    let germany = try #require(Region(code: "de"))
    #expect(germany.label == "DE (+49)" && germany.placeholder == "01512 3456789")
    #expect(Region.unitedStates.placeholder == "(201) 555-0123")
  }

  @Test func `the United Kingdom keeps the code under which it is stored`() {
    #expect(Region(code: "GB") == .unitedKingdom && Region(code: "UK") == .unitedKingdom)
    #expect(Region.unitedKingdom.rawValue == "UK" && Region.unitedKingdom.isoCode == "GB")
    #expect(Region(rawValue: "GB") == nil)
    let four: [Region] = [.unitedStates, .canada, .unitedKingdom, .australia]
    #expect(four.map(\.label) == ["US (+1)", "CA (+1)", "UK (+44)", "AU (+61)"])
    #expect(four.allSatisfy { Region(rawValue: $0.rawValue) == $0 })
  }

  @Test(arguments: ["", "D", "DEU", "ZZ", "001", "AQ", "nowhere", "ÄÖ"])
  func `other codes are no region`(code: String) {
    #expect(Region(code: code) == nil)
    #expect(Region(rawValue: code) == nil)
  }

  @Test(
    arguments: [
      ("en-GB,en;q=0.9", "GB"), ("en-AU", "AU"), ("fr-CA,fr;q=0.8", "CA"), ("zh-Hans-AU", "AU"),
      // The language wanted most decides.
      ("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "DE"), ("en;q=0.2,pt-BR;q=0.9,it-IT;q=0.5", "BR"),
      ("de,en-US;q=0.8", "US"), ("ar", nil), ("", nil), ("en-001", nil), ("xx-ZZ,en-US;q=0.1", nil),
    ] as [(String, String?)])
  func `the region of a language is where it is spoken`(field: String, code: String?) {
    #expect(Region(accepting: field)?.isoCode == code)
  }

  @Test(
    arguments: [
      ("Europe/London", "GB"), ("Europe/Belfast", "GB"), ("Europe/Jersey", "JE"),
      ("Australia/Perth", "AU"), ("America/Toronto", "CA"), ("America/New_York", "US"),
      ("America/Indiana/Knox", "US"), ("US/Eastern", "US"), ("Europe/Berlin", "DE"),
      ("Asia/Calcutta", "IN"), ("Asia/Kolkata", "IN"), ("America/Sao_Paulo", "BR"),
      ("UTC", nil), ("Etc/UTC", nil), ("Etc/GMT+3", nil),
    ] as [(String, String?)])
  func `a zone of a region names it`(zone: String, code: String?) throws {
    #expect(Region(zone: try #require(Zone(zone)))?.isoCode == code)
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("DE", nil, "DE"), (nil, "IN", "IN"), ("DE", "DE", "DE"), ("US", nil, "US"),
      // American English is the language of browsers everywhere.
      ("US", "IN", "IN"), ("CA", "US", "CA"), ("US", "CA", "US"), ("GB", "JE", "GB"),
      // A traveller, or someone who lives abroad: they know better.
      ("GB", "FR", nil), ("DE", "AT", nil), ("IT", "US", nil),
    ] as [(String?, String?, String?)])
  func `a guess needs a language and a zone that agree`(
    language: String?, zone: String?, guess: String?
  ) {
    let hints = RegionHints(
      language: language.flatMap(Region.init(code:)), zone: zone.flatMap(Region.init(code:)))
    #expect(hints.guess?.isoCode == guess)
    #expect(hints.isContradictory == (guess == nil && language != nil))
    #expect(Set(hints.regions) == Set([hints.language, hints.zone].compactMap(\.self)))
    #expect(hints.regions.first == hints.guess ?? hints.language)
  }
}
