import Foundation

/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct MetricsText {
  private(set) var text = ""

  mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  mutating func sample(_ name: String, _ labels: [String: String], _ value: Double) {
    let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    family(name, "gauge", help)
    sample(name, [:], value)
  }

  mutating func histogram(_ name: String, _ labels: [String: String], _ values: Histogram) {
    var count = 0
    for (limit, share) in zip(Histogram.limits, values.counts) {
      count += share
      sample("\(name)_bucket", labels.merging(["le": "\(limit)"]) { $1 }, Double(count))
    }
    count += values.counts.last ?? 0
    sample("\(name)_bucket", labels.merging(["le": "+Inf"]) { $1 }, Double(count))
    sample("\(name)_sum", labels, values.sum)
    sample("\(name)_count", labels, Double(count))
  }

  /// Figures of one name are grouped, in whatever order they arrive.
  mutating func add(_ figures: [OperatorFigure]) {
    var names: [String] = []
    for figure in figures where !names.contains(figure.name) { names.append(figure.name) }
    for name in names {
      let members = figures.filter { $0.name == name }
      family(name, name.hasSuffix("_total") ? "counter" : "gauge", members[0].help)
      for member in members { sample(name, member.labels, member.value) }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
