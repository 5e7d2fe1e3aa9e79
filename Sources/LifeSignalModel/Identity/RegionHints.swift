/// Hints from a visitor's language or clocks about the country of their phone number, before they
/// have chosen it.
public enum RegionHint: Equatable, Sendable {
  case region(Region)
  /// A country whose numbers are not supported: ten digits typed there would pass for those of a
  /// stranger elsewhere.
  case otherCountry
}

extension RegionHint {
  /// The country of the most preferred language in an `Accept-Language` field (RFC 9110, section
  /// 12.5.4); nil where it names no country.
  public init?(accepting field: String) {
    var best: (code: String, quality: Double)?
    for entry in field.prefix(1_000).split(separator: ",") {
      let pieces = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let tags = pieces.first?.split(separator: "-").dropFirst() ?? []
      guard let code = tags.first(where: { $0.count == 2 }) else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }
      let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard quality > max(0, best?.quality ?? 0) else { continue }
      best = (code.uppercased(), quality)
    }
    guard let best else { return nil }
    self = Region(code: best.code).map(Self.region) ?? .otherCountry
  }

  /// The country of this time zone; nil for a zone of no country.
  public init?(zone: Zone) {
    let place = zone.identifier
    if place == "UTC" || place.hasPrefix("Etc/") { return nil }
    self = Region(clocksOf: place).map(Self.region) ?? .otherCountry
  }
}

extension Region {
  fileprivate init?(clocksOf place: String) {
    switch place {
    case _ where Self.british.contains(place): self = .unitedKingdom
    case _ where place.hasPrefix("Australia/"): self = .australia
    case _ where place.hasPrefix("Canada/") || Self.canadian.contains(place): self = .canada
    case _ where place.hasPrefix("US/") || Self.american.contains(place): self = .unitedStates
    case _ where Self.americanStates.contains(where: { place.hasPrefix($0) }): self = .unitedStates
    default: return nil
    }
  }

  // From `zone.tab` and `backward`, release 2025b.

  private static let british: Set<String> = [
    "Europe/London", "Europe/Belfast", "Europe/Jersey", "Europe/Guernsey", "Europe/Isle_of_Man",
  ]

  private static let canadian: Set<String> = [
    "America/St_Johns", "America/Halifax", "America/Glace_Bay", "America/Moncton",
    "America/Goose_Bay", "America/Toronto", "America/Montreal", "America/Iqaluit",
    "America/Winnipeg", "America/Resolute", "America/Rankin_Inlet", "America/Regina",
    "America/Swift_Current", "America/Edmonton", "America/Cambridge_Bay", "America/Inuvik",
    "America/Dawson_Creek", "America/Fort_Nelson", "America/Whitehorse", "America/Dawson",
    "America/Vancouver", "America/Atikokan", "America/Blanc-Sablon", "America/Creston",
    "America/Coral_Harbour", "America/Nipigon", "America/Pangnirtung", "America/Rainy_River",
    "America/Thunder_Bay", "America/Yellowknife",
  ]

  /// With the territories, whose numbers begin with +1 like those of the states.
  private static let american: Set<String> = [
    "America/New_York", "America/Detroit", "America/Chicago", "America/Menominee",
    "America/Denver", "America/Boise", "America/Phoenix", "America/Los_Angeles",
    "America/Anchorage", "America/Juneau", "America/Sitka", "America/Metlakatla",
    "America/Yakutat", "America/Nome", "America/Adak", "Pacific/Honolulu", "Pacific/Johnston",
    "America/Indianapolis", "America/Louisville", "America/Fort_Wayne", "America/Knox_IN",
    "America/Shiprock", "America/Atka", "America/Puerto_Rico", "America/St_Thomas",
    "America/Virgin", "Pacific/Guam", "Pacific/Saipan", "Pacific/Pago_Pago",
  ]

  private static let americanStates = [
    "America/Indiana/", "America/Kentucky/", "America/North_Dakota/",
  ]
}
