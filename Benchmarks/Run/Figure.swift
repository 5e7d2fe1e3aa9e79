/// One measured value, printed as `name value unit`.
public struct Figure: Sendable {
  public var name: String
  public var value: Double
  public var unit: String

  public init(_ name: String, _ value: Double, _ unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
  }

  /// At least three significant digits, no exponent.
  public var line: String {
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    let scale = [1.0, 10, 100][digits]
    let rounded = (value * scale).rounded() / scale
    return "\(name) \(digits == 0 ? String(Int(rounded)) : String(rounded)) \(unit)"
  }
}

/// A benchmark that did not measure what it says; nothing is printed for it.
public struct BenchmarkFailure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
