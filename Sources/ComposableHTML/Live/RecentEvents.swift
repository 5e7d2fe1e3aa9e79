/// The recent events, so that one that is delivered twice acts once.
///
/// A browser sends one event at a time and repeats it until it is answered, so only the newest can
/// come again; several tabs make that a few. The oldest are dropped.
struct RecentEvents: Sendable {
  static let limit = 64

  private var ids: [UInt128] = []
  private var oldest = 0

  /// Takes note of an event.
  /// - Returns: whether it is new. `nil` when the id is not a UUID.
  mutating func insert(_ id: String) -> Bool? {
    guard let number = Self.number(id) else { return nil }
    if ids.contains(number) { return false }
    if ids.count < Self.limit {
      ids.append(number)
    } else {
      ids[oldest] = number
      oldest = (oldest + 1) % Self.limit
    }
    return true
  }

  private static func number(_ id: String) -> UInt128? {
    let digits = id.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32 else { return nil }
    return UInt128(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
