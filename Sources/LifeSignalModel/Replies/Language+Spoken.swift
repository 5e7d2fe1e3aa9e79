extension Language {
  /// A BCP 47 tag with the region whose voice reads it out in a call.
  public var spoken: String {
    switch self {
    case .english: "en-US"
    case .german: "de-DE"
    case .spanish: "es-ES"
    case .french: "fr-FR"
    case .arabic: "ar-XA"
    case .chinese: "cmn-CN"
    }
  }
}
