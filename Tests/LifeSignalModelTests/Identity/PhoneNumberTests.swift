import LifeSignalModel
import Testing

@Suite struct PhoneNumberTests {
  @Test(arguments: [
    (Region.unitedStates, "5551234567", "+15551234567", "+1 (555) 123-4567"),
    (.unitedStates, "555-123-4567", "+15551234567", "+1 (555) 123-4567"),
    (.unitedStates, "+1 555 123 4567", "+15551234567", "+1 (555) 123-4567"),
    (.canada, "(604) 555-0199", "+16045550199", "+1 (604) 555-0199"),
    (.unitedKingdom, "7700900123", "+447700900123", "+44 7700 900 123"),
    (.unitedKingdom, "07700900123", "+447700900123", "+44 7700 900 123"),
    (.australia, "0412345678", "+61412345678", "+61 412 345 678"),
    (.australia, "+61 412 345 678", "+61412345678", "+61 412 345 678"),
    (.australia, "412 345 678", "+61412345678", "+61 412 345 678"),
    (.unitedKingdom, "01697 73555", "+44169773555", "+44 169 773 555"),
    (.unitedStates, "1 555 123 4567", "+15551234567", "+1 (555) 123-4567"),
    // A country code in the number takes precedence over the chosen region.
    (.unitedStates, "+44 7700 900123", "+447700900123", "+44 7700 900 123"),
    (.unitedKingdom, "+1 604 555 0199", "+16045550199", "+1 (604) 555-0199"),
  ])
  func `a number is stored with its country code and without trunk zero`(
    region: Region, typed: String, stored: String, displayed: String
  ) throws {
    let number = try #require(PhoneNumber(typed, region: region))
    #expect(number.e164 == stored)
    #expect(number.display == displayed)
  }

  @Test(arguments: [
    (Region.unitedStates, "555123456"), (.unitedStates, "55512345678"), (.unitedStates, ""),
    (.unitedStates, "+49 151 23456789"), (.unitedKingdom, "17700900123"),
    (.australia, "04123456789"), (.unitedKingdom, "+1 0700900123"), (.unitedStates, "555123456x"),
    (.canada, "٥٥٥١٢٣٤٥٦٧"), (.unitedKingdom, "+44 00123456789"), (.unitedKingdom, "00123456789"),
    (.australia, "0012345678"), (.unitedStates, "07700900123"), (.unitedStates, "0770090012"),
    (.unitedStates, "0151234567"), (.australia, "4123456789"), (.australia, "+61 4123456789"),
    (.australia, "41234567"), (.unitedKingdom, "169773555"),
  ])
  func `a text that is not a complete number of the region is refused`(
    region: Region, typed: String
  ) {
    #expect(PhoneNumber(typed, region: region) == nil)
    #expect(!PhoneNumber.isValid(typed, region: region))
  }

  @Test(arguments: [
    (Region.unitedStates, "5", "5"), (.unitedStates, "5551", "555-1"),
    // Never cut: a part of it would be a stranger's number.
    (.unitedStates, "5551234567890", "5551234567890"),
    (.unitedStates, "07700 900123", "07700900123"), (.unitedStates, "+49 151", "+49151"),
    (.canada, "555-123", "555-123"),
    (.australia, "04123", "0412-3"), (.australia, "0412345678", "0412-345-678"),
    (.australia, "412345678", "412-345-678"), (.australia, "4123456789", "4123456789"),
    (.unitedKingdom, "7700900123", "7700-900-123"),
    (.unitedKingdom, "07700900123", "07700-900-123"),
  ])
  func `separators are set while typing`(region: Region, typed: String, shown: String) {
    #expect(PhoneNumber.editing(typed, region: region) == shown)
  }

  @Test(arguments: ["+15551234567", "+447700900123", "+61412345678"])
  func `the stored form reads back as itself`(stored: String) {
    #expect(PhoneNumber(e164: stored)?.e164 == stored)
  }

  @Test(arguments: ["5551234567", "+33123456789", "+1555", ""])
  func `a stored form of no known region is refused`(stored: String) {
    #expect(PhoneNumber(e164: stored) == nil)
  }

  @Test(
    arguments: [
      (Region.unitedStates, "07", PhoneNumber.Problem.doesNotFit(.unitedStates)),
      (.unitedStates, "07700900123", .doesNotFit(.unitedStates)),
      (.unitedStates, "55512345678", .doesNotFit(.unitedStates)),
      (.unitedKingdom, "015123456789", .doesNotFit(.unitedKingdom)),
      (.unitedStates, "+49 151 23456789", .unsupportedCountry),
      (.unitedStates, "+447700900123456", .doesNotFit(.unitedKingdom)),
      (.unitedStates, "", nil), (.unitedStates, "555", nil), (.unitedStates, "1555", nil),
      (.unitedStates, "5551234567", nil), (.unitedStates, "+4", nil),
      (.unitedStates, "+44770", nil),
      (.unitedKingdom, "07700900123", nil), (.australia, "41234567", nil),
      (.australia, "4123456789", .doesNotFit(.australia)),
      (.unitedStates, "+61 4123456789", .doesNotFit(.australia)),
    ] as [(Region, String, PhoneNumber.Problem?)])
  func `a problem of a typed number is named as soon as it is clear`(
    region: Region, typed: String, problem: PhoneNumber.Problem?
  ) {
    #expect(PhoneNumber.problem(typed, region: region) == problem)
  }

  @Test(
    arguments: [
      ("en-GB,en;q=0.9", .region(.unitedKingdom)), ("en-AU", .region(.australia)),
      ("fr-CA,fr;q=0.8", .region(.canada)), ("en-US,en;q=0.5", .region(.unitedStates)),
      ("zh-Hans-AU", .region(.australia)),
      // The language wanted most decides, not the next one we know.
      ("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", .otherCountry), ("pt-BR", .otherCountry),
      ("it-IT", .otherCountry), ("ar", nil), ("", nil),
    ] as [(String, RegionHint?)])
  func `the region of a language is where it is spoken`(field: String, hint: RegionHint?) {
    #expect(RegionHint(accepting: field) == hint)
  }

  @Test(
    arguments: [
      ("Europe/London", .region(.unitedKingdom)), ("Australia/Perth", .region(.australia)),
      ("America/Toronto", .region(.canada)), ("America/New_York", .region(.unitedStates)),
      ("America/Indiana/Knox", .region(.unitedStates)), ("Europe/Berlin", .otherCountry),
      ("America/Sao_Paulo", .otherCountry), ("UTC", nil), ("Etc/UTC", nil),
    ] as [(String, RegionHint?)])
  func `a zone of a region names it`(zone: String, hint: RegionHint?) throws {
    #expect(RegionHint(zone: try #require(Zone(zone))) == hint)
  }

  @Test func `masking keeps the country code and the last two digits only`() {
    #expect(PhoneNumber(e164: "+15551234567")?.masked == "+1 (•••) •••-••67")
    #expect(PhoneNumber(e164: "+447700900123")?.masked == "+44 •••• ••• •23")
    #expect(PhoneNumber(e164: "+61412345678")?.masked == "+61 ••• ••• •78")
  }

  @Test func `regions have their codes, labels and placeholders`() {
    #expect(Region.allCases.map(\.label) == ["US (+1)", "CA (+1)", "UK (+44)", "AU (+61)"])
    #expect(Region.unitedStates.placeholder == "XXX-XXX-XXXX")
    #expect(Region.australia.placeholder == "XXXX-XXX-XXX")
    #expect(Region(code: "GB") == .unitedKingdom)
    #expect(Region(code: "FR") == nil)
  }

  @Test(arguments: Region.allCases)
  func `every number that is read can be shown, however it was typed`(region: Region) {
    var shown = 0
    for start in ["", "+", "0", "1", "+1", "+44", "+440", "+61", "+610"] {
      for digit in ["0", "1", "2", "7"] {
        for count in 0...16 {
          let text = start + String(repeating: digit, count: count)
          _ = PhoneNumber.editing(text, region: region)
          guard let number = PhoneNumber(text, region: region) else { continue }
          #expect("+" + number.display.filter(\.isNumber) == number.e164)
          #expect(number.masked.count == number.display.count)
          shown += 1
        }
      }
    }
    #expect(shown > 0)
  }
}
