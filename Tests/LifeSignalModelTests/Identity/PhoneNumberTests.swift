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
    (.unitedStates, "+44 7700 900123"), (.unitedKingdom, "17700900123"),
    (.australia, "04123456789"), (.unitedKingdom, "+1 7700900123"), (.unitedStates, "555123456x"),
    (.canada, "٥٥٥١٢٣٤٥٦٧"), (.unitedKingdom, "+44 00123456789"), (.unitedKingdom, "00123456789"),
    (.australia, "0012345678"),
  ])
  func `anything but ten digits of the region is refused`(region: Region, typed: String) {
    #expect(PhoneNumber(typed, region: region) == nil)
    #expect(!PhoneNumber.isValid(typed, region: region))
  }

  @Test(arguments: [
    (Region.unitedStates, "5", "5"), (.unitedStates, "5551", "555-1"),
    (.unitedStates, "5551234567890", "555-123-4567"), (.canada, "555-123", "555-123"),
    (.australia, "04123", "0412-3"), (.australia, "0412345678", "0412-345-678"),
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
}
