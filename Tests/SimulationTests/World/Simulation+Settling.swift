/// When what a fault has left behind is over.
extension Simulation {
  /// Milliseconds: a row that failed waits ten seconds, a pause of the loops is noticed within ten and then
  /// holds missed deadlines for twenty; a carrier that hangs is given up after 24.
  private static let settling: Int64 = 40_000

  /// A fault of the disk, the clock or the process is over now.
  func disturbed() { settledAt = clock.time + Self.settling }

  func carriersDisturbed() { carriersSettledAt = clock.time + Self.settling }

  /// True time since when nothing is wrong; nil while something is.
  /// - Parameter isMessage: whether carriers count.
  func settled(isMessage: Bool) -> Int64? {
    guard disk.isWell, life?.isOver == false, !isMessage || carriers.isWell else { return nil }
    return isMessage ? max(settledAt, carriersSettledAt) : settledAt
  }
}
