import Foundation
import LifeSignalModel

/// How long a simulation lasts, and how finely its time is cut.
struct Span: Sendable {
  var start: Date
  /// Seconds in which people act and faults happen, and seconds of calm after that.
  var trouble: TimeInterval
  var calm: TimeInterval
  /// Seconds after an outage in which no alert is raised, and the length that counts as an outage.
  var courtesy: TimeInterval
  var outage: TimeInterval
  /// Seconds by which the loops may look late at the most.
  var lateness: TimeInterval
  var isMonth = false

  /// Two hours of people who are never at rest.
  static let hours = Span(
    start: Date(milliseconds: 1_767_600_000_000), trouble: 3_600, calm: 2_700, courtesy: 600,
    outage: 120, lateness: 300)

  /// Thirty days as people live them, in spring or autumn: in between the clocks change in Europe, in
  /// America, or in both.
  static func month(_ seed: UInt64) -> Span {
    // The fifth of March and the tenth of October 2026.
    let start: Int64 = seed % 2 == 0 ? 1_772_668_800_000 : 1_791_590_400_000
    return Span(
      start: Date(milliseconds: start), trouble: 30 * 86_400, calm: 10_800, courtesy: 3_600,
      outage: 1_200, lateness: 900, isMonth: true)
  }
}
