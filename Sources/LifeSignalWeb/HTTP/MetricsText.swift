package import LifeSignalEngine

/// The operator's figures in Prometheus' text format.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
package struct MetricsText {
  package private(set) var text = ""

  package init(_ families: [MetricFamily]) {
    for family in families { write(family) }
  }

  private mutating func write(_ family: MetricFamily) {
    let name = family.name
    text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind.rawValue)\n"
    for sample in family.samples {
      switch sample.value {
      case .number(let value): write(name, sample.labels, value)
      case .histogram(let values): write(name, sample.labels, values)
      }
    }
  }

  private mutating func write(_ name: String, _ labels: [String: String], _ value: Double) {
    let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
  }

  private mutating func write(_ name: String, _ labels: [String: String], _ values: Histogram) {
    var count = 0
    for (limit, share) in zip(Histogram.limits, values.counts) {
      count += share
      write("\(name)_bucket", labels.merging(["le": "\(limit)"]) { $1 }, Double(count))
    }
    count += values.counts.last ?? 0
    write("\(name)_bucket", labels.merging(["le": "+Inf"]) { $1 }, Double(count))
    write("\(name)_sum", labels, values.sum)
    write("\(name)_count", labels, Double(count))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
