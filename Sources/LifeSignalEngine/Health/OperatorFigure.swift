/// One figure that another room than the engine knows, for `/metrics`. Names nobody.
public struct OperatorFigure: Equatable, Sendable {
  /// Begins with `lifesignal_` or `process_`; a counter ends in `_total`, everything else is a gauge.
  public var name: String
  public var help: String
  public var labels: [String: String]
  public var value: Double

  public init(_ name: String, _ help: String, labels: [String: String] = [:], _ value: Double) {
    self.name = name
    self.help = help
    self.labels = labels
    self.value = value
  }
}
