public import Foundation

extension Date {
  /// The instant that storage knows by this many UTC milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// UTC milliseconds since 1970, rounded to the nearest: what storage keeps.
  ///
  /// An instant past what 64 bits hold becomes the nearest one that they do.
  public var milliseconds: Int64 {
    Int64(clamping: (timeIntervalSince1970 * 1000).rounded())
  }

  /// This instant as storage would give it back, so that a value and its stored copy are equal.
  public var storable: Date { Date(milliseconds: milliseconds) }
}
