/// The likely region of a visitor's phone number, before they have chosen one.
extension Region {
  /// The region named by the language that is wanted most, of an `Accept-Language` field (RFC 9110,
  /// section 12.5.4); nil where numbers of that region are not known here.
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
    self.init(code: best.code)
  }

  /// The region whose clocks these are; nil for zones of other countries.
  public init?(zone: Zone) {
    let place = zone.identifier
    switch place {
    case "Europe/London", "Europe/Belfast", "GB": self = .unitedKingdom
    case _ where place.hasPrefix("Australia/"): self = .australia
    case _ where place.hasPrefix("Canada/") || Self.canadian.contains(place): self = .canada
    case _ where place.hasPrefix("US/"): self = .unitedStates
    default: return nil
    }
  }

  /// Of `zone.tab`, release 2025b.
  private static let canadian: Set<String> = [
    "America/St_Johns", "America/Halifax", "America/Glace_Bay", "America/Moncton",
    "America/Goose_Bay", "America/Toronto", "America/Montreal", "America/Iqaluit",
    "America/Winnipeg", "America/Resolute", "America/Rankin_Inlet", "America/Regina",
    "America/Swift_Current", "America/Edmonton", "America/Cambridge_Bay", "America/Inuvik",
    "America/Dawson_Creek", "America/Fort_Nelson", "America/Whitehorse", "America/Dawson",
    "America/Vancouver",
  ]
}
