/// The operator's figures of one name, each with its own labels. They name no person.
public struct MetricFamily: Equatable, Sendable {
  public enum Kind: String, Sendable { case gauge, counter, histogram }

  public enum Value: Equatable, Sendable {
    case number(Double)
    case histogram(Histogram)
  }

  public struct Sample: Equatable, Sendable {
    public var labels: [String: String]
    public var value: Value
  }

  /// Follows https://prometheus.io/docs/practices/naming.
  public let name: String
  public let kind: Kind
  public let help: String
  public private(set) var samples: [Sample] = []

  package init(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    self.kind = kind
    self.help = help
  }

  /// A gauge with one sample, without labels.
  init(_ name: String, _ help: String, _ value: Double) {
    self.init(name, .gauge, help)
    add(value)
  }

  package mutating func add(_ value: Double, _ labels: [String: String] = [:]) {
    samples.append(Sample(labels: labels, value: .number(value)))
  }

  package mutating func add(_ value: Histogram, _ labels: [String: String] = [:]) {
    samples.append(Sample(labels: labels, value: .histogram(value)))
  }

  /// Figures of one name are grouped, in whatever order they arrive.
  static func families(of figures: [OperatorFigure]) -> [MetricFamily] {
    var families: [MetricFamily] = []
    for figure in figures {
      let known = families.firstIndex { $0.name == figure.name }
      if known == nil {
        families.append(
          MetricFamily(
            figure.name, figure.name.hasSuffix("_total") ? .counter : .gauge, figure.help))
      }
      families[known ?? families.count - 1].add(figure.value, figure.labels)
    }
    return families
  }
}
