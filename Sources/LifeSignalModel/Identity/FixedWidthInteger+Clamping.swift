extension FixedWidthInteger {
  /// The number rounded toward zero, or the nearest value of this type where it does not fit.
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
