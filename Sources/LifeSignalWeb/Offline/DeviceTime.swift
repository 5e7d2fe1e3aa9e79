import Foundation

/// What a device's clock showed, as the device reports it: milliseconds since 1970.
///
/// Decodes from anything. What is not a number, or lies outside the years 1970 to 9999, is a time that
/// nobody can use: an act is worth keeping whatever its device's clock shows.
struct DeviceTime: Decodable, Equatable {
  /// Nil when the clock showed nothing that is a time.
  let date: Date?

  /// Years 1970 to 9999.
  static let range: ClosedRange<Double> = 0...253_402_300_799_999

  init(milliseconds: Double) {
    date =
      Self.range.contains(milliseconds)
      ? Date(timeIntervalSince1970: milliseconds / 1000) : nil
  }

  init(from decoder: any Decoder) throws {
    let number = try? decoder.singleValueContainer().decode(Double.self)
    self.init(milliseconds: number ?? .nan)
  }
}
