public import Foundation

extension Date {
  /// The instant that storage writes as this many UTC milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// UTC milliseconds since 1970, rounded to the nearest: the precision of storage.
  ///
  /// An instant outside the range of 64 bits becomes the nearest one inside.
  public var milliseconds: Int64 {
    Int64(clamping: (timeIntervalSince1970 * 1000).rounded())
  }

  /// This instant with the precision of storage, so that a value and its stored copy are equal.
  public var storable: Date { Date(milliseconds: milliseconds) }
}
