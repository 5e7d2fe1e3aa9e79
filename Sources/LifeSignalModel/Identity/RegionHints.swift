import NumberPlans

extension Region {
  /// The country of the most preferred language in an `Accept-Language` field (RFC 9110, section
  /// 12.5.4); nil where it names none, or one without phone numbers.
  public init?(accepting field: String) {
    var best: (code: String, quality: Double)?
    for entry in field.prefix(1_000).split(separator: ",") {
      let pieces = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let tags = pieces.first?.split(separator: "-").dropFirst() ?? []
      guard let code = tags.first(where: { $0.utf8.count == 2 }) else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }
      let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard quality > max(0, best?.quality ?? 0) else { continue }
      best = (String(code), quality)
    }
    guard let region = best.flatMap({ Region(code: $0.code) }) else { return nil }
    self = region
  }

  /// The country of this time zone; nil for a zone of no country.
  public init?(zone: Zone) {
    guard let code = NumberPlans.region(ofZone: zone.identifier),
      let region = Region(code: code)
    else { return nil }
    self = region
  }
}

/// What a visitor's browser reveals about the country of their phone number, before they have chosen it.
public struct RegionHints: Equatable, Sendable {
  /// Where the browser's language is spoken.
  public var language: Region?
  /// Where the browser's clock is right.
  public var zone: Region?

  public init(language: Region? = nil, zone: Region? = nil) {
    self.language = language
    self.zone = zone
  }

  /// The country to begin with; nil without any hint, and where the two contradict each other: a
  /// number without its country code could then be a stranger's in the wrong country.
  ///
  /// American English is the language of many browsers everywhere, so a zone elsewhere overrules it.
  public var guess: Region? {
    guard let language, let zone else { return language ?? zone }
    if language.callingCode == zone.callingCode { return language }
    return language == .unitedStates ? zone : nil
  }

  public var isContradictory: Bool { guess == nil && language != nil }

  /// The countries it names, the likeliest first.
  public var regions: [Region] {
    var regions: [Region] = []
    for region in [guess, language, zone].compactMap(\.self) where !regions.contains(region) {
      regions.append(region)
    }
    return regions
  }
}
