/// One figure for `/metrics` that another module than the engine knows. Names no person.
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

extension OperatorFigure {
  /// The state of browsers' live pages.
  public static func livePages(
    open: Int, parked: Int, streams: Int, effects: Int
  ) -> [OperatorFigure] {
    let stores = "Stores of browsers, by whether they are in memory."
    return [
      OperatorFigure("lifesignal_stores", stores, labels: ["state": "open"], Double(open)),
      OperatorFigure("lifesignal_stores", stores, labels: ["state": "parked"], Double(parked)),
      OperatorFigure("lifesignal_streams", "Tabs that are connected.", Double(streams)),
      OperatorFigure(
        "lifesignal_effects_in_flight", "Effects of open stores that run now.", Double(effects)),
    ]
  }
}
