import Foundation

/// What a device's clock showed, as the device reports it: milliseconds since 1970.
///
/// Decodes from any value. A value that is not a number, or is outside the years 1970 to 9999,
/// gives an unknown time: an action must not be lost because its device's clock is wrong.
struct DeviceTime: Decodable, Equatable {
  /// Nil when the time is unknown.
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
