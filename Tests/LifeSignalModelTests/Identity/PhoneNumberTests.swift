import LifeSignalModel
import Testing

@Suite struct PhoneNumberTests {
  private static func region(_ code: String) throws -> Region {
    try #require(Region(code: code))
  }

  @Test(arguments: [
    ("US", "2125550101", "+12125550101", "+1 212-555-0101"),
    ("US", "212-555-0101", "+12125550101", "+1 212-555-0101"),
    ("US", "1 212 555 0101", "+12125550101", "+1 212-555-0101"),
    ("CA", "(604) 555-0199", "+16045550199", "+1 604-555-0199"),
    ("GB", "07400 123456", "+447400123456", "+44 7400 123456"),
    ("GB", "7400123456", "+447400123456", "+44 7400 123456"),
    ("GB", "01697 73555", "+44169773555", "+44 16977 3555"),
    ("AU", "0412 345 678", "+61412345678", "+61 412 345 678"),
    ("DE", "0151 23456789", "+4915123456789", "+49 1512 3456789"),
    ("DE", "(030) 123456", "+4930123456", "+49 30 123456"),
    ("FR", "06.12.34.56.78", "+33612345678", "+33 6 12 34 56 78"),
    // Italy's zero belongs to the number.
    ("IT", "02 1234 5678", "+390212345678", "+39 02 1234 5678"),
    // In Argentina a mobile number is dialled with 15, and from abroad with 9.
    ("AR", "011 15-2345-6789", "+5491123456789", "+54 9 11 2345-6789"),
    ("BR", "(11) 96123-4567", "+5511961234567", "+55 11 96123-4567"),
    ("IN", "98765 43210", "+919876543210", "+91 98765 43210"),
    ("CN", "131 2345 6789", "+8613123456789", "+86 131 2345 6789"),
    // A country code in the number takes precedence over the chosen region.
    ("US", "+44 7400 123456", "+447400123456", "+44 7400 123456"),
    ("GB", "+1 604 555 0199", "+16045550199", "+1 604-555-0199"),
    ("DE", "0044 7400 123456", "+447400123456", "+44 7400 123456"),
    ("US", "011 49 1512 3456789", "+4915123456789", "+49 1512 3456789"),
    ("US", "+49 (0)1512 3456789", "+4915123456789", "+49 1512 3456789"),
    // Digits of other scripts, and a plus sign of full width.
    ("EG", "٠١٠٠١٢٣٤٥٦٧", "+201001234567", "+20 100 123 4567"),
    ("IN", "९८७६५४३२१०", "+919876543210", "+91 98765 43210"),
    ("US", "＋４４７４００１２３４５６", "+447400123456", "+44 7400 123456"),
  ])
  func `a number is stored with its country code and without trunk prefix`(
    code: String, typed: String, stored: String, displayed: String
  ) throws {
    let number = try #require(PhoneNumber(typed, region: Self.region(code)))
    #expect(number.e164 == stored)
    #expect(number.display == displayed)
  }

  @Test(
    arguments: [
      ("US", "212555010", .tooShort("US")), ("US", "555-0101", .tooShort("US")),
      ("US", "", .notANumber), ("US", "21255501012", .doesNotFit("US")),
      ("US", "07700900123", .doesNotFit("US")), ("GB", "074001234567", .doesNotFit("UK")),
      ("US", "+44 74001234567", .doesNotFit("UK")),
      // Each has as many digits as an American number: those of an Italian and of a German one.
      ("US", "0151234567", .unknownRange("US")), ("US", "0770090012", .unknownRange("US")),
      ("US", "+999 12345678", .unknownCountry), ("US", "+870 773111632", .unknownCountry),
      ("US", "212-555-0101x", .notANumber), ("US", "212-555-0101 ext. 5", .notANumber),
      ("US", "212-555-0101,5", .notANumber), ("US", "1-800-FLOWERS", .notANumber),
      ("US", "212-555-0101 / 0102", .doesNotFit("US")),
      ("US", String(repeating: "1", count: 400), .doesNotFit("US")),
    ] as [(String, String, Expected)])
  func `a text that is not a complete number of the region is refused`(
    code: String, typed: String, problem: Expected
  ) throws {
    let region = try Self.region(code)
    #expect(throws: try problem.problem()) { try PhoneNumber(typed: typed, region: region) }
    #expect(PhoneNumber(typed, region: region) == nil)
    #expect(!PhoneNumber.isValid(typed, region: region))
  }

  /// A problem by the code of its region.
  enum Expected: Sendable {
    case tooShort(String), doesNotFit(String), unknownRange(String)
    case unknownCountry, notANumber

    func problem() throws -> PhoneNumber.Problem {
      func region(_ code: String) throws -> Region { try #require(Region(code: code)) }
      return switch self {
      case .tooShort(let code): .tooShort(try region(code))
      case .doesNotFit(let code): .doesNotFit(try region(code))
      case .unknownRange(let code): .unknownRange(try region(code))
      case .unknownCountry: .unknownCountry
      case .notANumber: .notANumber
      }
    }
  }

  /// Numbers of films, which no one will ever have, stand for ranges that are newer than the library.
  @Test(arguments: [
    ("US", "555 123 4567", "+1 555 123 4567"), ("GB", "07700 900123", "+44 7700 900123"),
    ("GB", "07700 900123", "0044 7700 900123"), ("GB", "07700 900123", "+44 (0) 7700 900123"),
  ])
  func `a range that is unknown needs its country code`(
    code: String, national: String, whole: String
  ) throws {
    let (region, germany) = (try Self.region(code), try Self.region("DE"))
    #expect(throws: PhoneNumber.Problem.unknownRange(region)) {
      try PhoneNumber(typed: national, region: region)
    }
    #expect(PhoneNumber.isUnknownRange(national, region: region))
    let number = try #require(PhoneNumber(whole, region: germany))
    #expect(number.region == region)
    #expect(PhoneNumber(e164: number.e164) == number)
  }

  @Test(arguments: ["+1 0700900123", "+1 1700900123", "+49 00151234567"])
  func `an unknown range that begins like no number is refused`(typed: String) throws {
    #expect(PhoneNumber(typed, region: .unitedStates) == nil)
  }

  @Test(arguments: [
    ("+12125550101", "US"), ("+16045550199", "CA"), ("+18765551234", "JM"),
    ("+447400123456", "GB"), ("+447797712345", "JE"), ("+77710009998", "KZ"),
    ("+79123456789", "RU"), ("+15550100001", "US"),
  ])
  func `countries that share a code differ by their digits`(
    stored: String, region: String
  ) throws {
    #expect(PhoneNumber(e164: stored)?.region.isoCode == region)
  }

  @Test(arguments: [
    ("US", "2", "2"), ("US", "2125", "212-5"), ("US", "2125550101", "(212) 555-0101"),
    // Never cut: a part of it would be a stranger's number.
    ("US", "2125550101890", "2125550101890"), ("US", "07700 900123", "07700900123"),
    ("US", "+49 151", "+49 151"), ("US", "(+49) 151", "+49 151"), ("US", "", ""), ("US", "+", "+"),
    ("US", "212-555-0101 ext. 5", "212-555-0101 ext. 5"), ("US", "FLOWERS", "FLOWERS"),
    ("US", "1234567890123456789012345", "1234567890123456789012345"),
    ("AU", "0412345678", "0412 345 678"), ("GB", "07400123456", "07400 123456"),
    ("DE", "015123456789", "01512 3456789"), ("FR", "0612345678", "06 12 34 56 78"),
    ("IN", "९८७६५४३२१०", "98765 43210"),
  ])
  func `separators are set while typing`(code: String, typed: String, shown: String) throws {
    let region = try Self.region(code)
    #expect(PhoneNumber.editing(typed, region: region) == shown)
    #expect(PhoneNumber.editing(shown, region: region) == shown)
  }

  @Test(arguments: [
    "+12125550101", "+15550100001", "+447400123456", "+61412345678", "+33123456789",
  ])
  func `the stored form reads back as itself`(stored: String) {
    #expect(PhoneNumber(e164: stored)?.e164 == stored)
  }

  @Test(arguments: ["2125550101", "+1555", "", "+", "+999123456789", "Margaret"])
  func `a stored form of no country is refused`(stored: String) {
    #expect(PhoneNumber(e164: stored) == nil)
  }

  @Test(
    arguments: [
      ("US", "07700900123", .doesNotFit("US")), ("US", "0770090012", .doesNotFit("US")),
      ("US", "21255501012", .doesNotFit("US")), ("US", "5551234567", .doesNotFit("US")),
      ("GB", "074001234567", .doesNotFit("UK")), ("US", "+447400123456789", .doesNotFit("UK")),
      ("US", "+61 41234567890123", .doesNotFit("AU")),
      ("US", "+999", .unknownCountry), ("US", "+0", .unknownCountry),
      ("US", "12 ext", .notANumber), ("US", "212-555-0101#5", .notANumber),
      // It may still become a number.
      ("US", "", nil), ("US", "2", nil), ("US", "+", nil), ("US", "+4", nil), ("US", "+88", nil),
      ("US", "212", nil), ("US", "1212", nil), ("US", "+44740", nil), ("GB", "074001", nil),
      ("DE", "0151 234567", nil), ("DE", "0999 12345", nil),
      ("US", "2125550101", nil), ("US", "+15551234567", nil), ("GB", "07400123456", nil),
    ] as [(String, String, Expected?)])
  func `a problem of a typed number is named as soon as it is clear`(
    code: String, typed: String, problem: Expected?
  ) throws {
    #expect(
      PhoneNumber.problem(typed, region: try Self.region(code)) == (try problem?.problem()))
  }

  @Test func `a reader sees numbers of their own country without its code`() throws {
    let number = try #require(PhoneNumber(e164: "+12125550101"))
    #expect(number.display(in: .unitedStates) == "(212) 555-0101")
    #expect(number.display(in: .canada) == "(212) 555-0101")
    #expect(number.display(in: .unitedKingdom) == "+1 212-555-0101")
    let german = try #require(PhoneNumber(e164: "+4915123456789"))
    #expect(german.display(in: try Self.region("DE")) == "01512 3456789")
    #expect(german.display(in: try Self.region("AT")) == "+49 1512 3456789")
  }

  @Test func `masking keeps the country code and the last two digits only`() {
    #expect(PhoneNumber(e164: "+12125550101")?.masked == "+1 •••-•••-••01")
    #expect(PhoneNumber(e164: "+447400123456")?.masked == "+44 •••• ••••56")
    #expect(PhoneNumber(e164: "+61412345678")?.masked == "+61 ••• ••• •78")
    #expect(PhoneNumber(e164: "+390212345678")?.masked == "+39 •• •••• ••78")
  }

  @Test(arguments: Region.allCases)
  func `every number that is read can be shown, however it was typed`(region: Region) throws {
    var shown = 0
    let code = region.callingCode
    for text in [region.placeholder, "\(code) \(region.placeholder)", "\(code)0"] {
      for end in ["", "1", "22", "777", "123456789"] {
        let typed = text + end
        _ = PhoneNumber.editing(typed, region: region)
        guard let number = PhoneNumber(typed, region: region) else { continue }
        #expect("+" + number.display.filter(\.isNumber) == number.e164)
        #expect(number.masked.count == number.display.count)
        #expect(PhoneNumber(e164: number.e164)?.e164 == number.e164)
        if end.isEmpty, PhoneNumber.isValid(region.placeholder, region: region) {
          // Written for a reader at home, it is the same number to them.
          #expect(PhoneNumber(number.display(in: region), region: region) == number)
        }
        shown += 1
      }
    }
    #expect(shown > 0)
  }
}
