extension FixedWidthInteger {
  /// The whole number toward zero, and the nearest one that fits where this type has no such number.
  ///
  /// Not a number becomes zero. `Int(_:)` ends the process in both cases.
  public init(clamping number: some BinaryFloatingPoint) {
    if let exact = Self(exactly: number.rounded(.towardZero)) {
      self = exact
    } else if number.isNaN {
      self = 0
    } else {
      self = number < 0 ? .min : .max
    }
  }
}
