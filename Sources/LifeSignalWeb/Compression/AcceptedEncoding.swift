/// The encodings that a client accepts (RFC 9110, 12.5.3).
enum AcceptedEncoding {
  /// Whether gzip may be sent, and is not liked less than the plain bytes.
  ///
  /// No header means plain bytes: old tools that do not send one do not unpack either.
  static func prefersGzip(_ header: String?) -> Bool {
    guard let header else { return false }
    var qualities: [String: Double] = [:]
    for entry in header.split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard let coding = parts.first else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      // A malformed weight counts as zero.
      qualities[coding] = quality.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    }
    let gzip = qualities["gzip"] ?? qualities["x-gzip"] ?? qualities["*"] ?? 0
    return gzip > 0 && gzip >= (qualities["identity"] ?? 0)
  }
}
