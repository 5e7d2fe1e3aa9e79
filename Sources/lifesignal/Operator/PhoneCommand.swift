import ArgumentParser
import LifeSignalModel

/// What the rules make of typed phone numbers, for comparison with another implementation. Not listed.
struct PhoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone",
    abstract: "Read phone numbers as the server does.",
    discussion: """
      Each line of standard input is a region, a tab and a text. Each answer is a number with its \
      region, or - and the reason of the refusal.
      """,
    shouldDisplay: false)

  @Flag(help: "List the regions, with their country codes.")
  var regions = false

  func run() {
    guard !regions else {
      for region in Region.allCases { print("\(region.isoCode)\t\(region.callingCode)") }
      return
    }
    while let line = readLine() { print(Self.answer(to: line)) }
  }

  private static func answer(to line: String) -> String {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let region = Region(code: String(parts[0])) else { return "-\tregion" }
    do {
      let number = try PhoneNumber(typed: String(parts[1]), region: region)
      return "\(number.e164)\t\(number.region.isoCode)"
    } catch {
      return "-\t\(error.name)"
    }
  }
}

extension PhoneNumber.Problem {
  fileprivate var name: String {
    switch self {
    case .tooShort: "too-short"
    case .unknownCountry: "unknown-country"
    case .noCountry: "no-country"
    case .doesNotFit: "does-not-fit"
    case .unknownRange: "unknown-range"
    case .notANumber: "not-a-number"
    }
  }
}
