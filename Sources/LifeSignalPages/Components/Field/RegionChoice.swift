import ComposableHTML
import Foundation
import LifeSignalModel
import Synchronization

/// The country of a phone number, in the platform's own picker: all of them, by name in the language of
/// the page.
struct RegionChoice: HTML {
  let id: String
  /// The field's name in a form sent without the script.
  var formName: String?
  /// Nil where none is chosen: a region that no one has chosen must not look chosen.
  let selection: Region?
  /// The likeliest ones, above the rest.
  var likely: [Region] = []
  let choose: Handler<String>

  var body: some HTML {
    Choice(
      id: id, look: .field, formName: formName, options: options,
      selection: selection?.rawValue ?? "", choose: choose)
  }

  private var options: [Choice.Option] {
    let named = RegionNames.all(in: Speech.catalogue.language)
    let first = likely.compactMap { region in named.first { $0.region == region } }
    let rest = named.filter { !likely.contains($0.region) }
    let unchosen: [Choice.Option] =
      selection == nil ? [Choice.Option(value: "", words: "Choose your region")] : []
    return unchosen
      + (first + rest).map {
        Choice.Option(value: $0.region.rawValue, words: Phrase(verbatim: $0.label))
      }
  }
}

/// The names of all regions, once for each language.
enum RegionNames {
  struct Named: Sendable {
    let region: Region
    let name: String
    /// For example "Germany (+49)".
    let label: String
  }

  private static let known = Mutex<[Language: [Named]]>([:])

  /// In the order in which the language sorts them.
  static func all(in language: Language) -> [Named] {
    if let known = known.withLock({ $0[language] }) { return known }
    let locale = Locale(identifier: language.rawValue)
    // Between right-to-left words, the plus sign would stand behind the digits.
    let (open, close) = language.isRightToLeft ? ("\u{2066}", "\u{2069}") : ("", "")
    let named = Region.allCases.map { region -> Named in
      let name = locale.localizedString(forRegionCode: region.isoCode) ?? region.rawValue
      return Named(
        region: region, name: name, label: "\(name) (\(open)\(region.callingCode)\(close))")
    }
    let sorted = named.sorted { $0.name.compare($1.name, locale: locale) == .orderedAscending }
    known.withLock { $0[language] = sorted }
    return sorted
  }
}
