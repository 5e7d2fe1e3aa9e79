import LifeSignalEngine

extension [MetricFamily] {
  /// The number of this name with exactly these labels.
  func number(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    guard case .number(let number) = sample(name, labels)?.value else { return nil }
    return number
  }

  /// The histogram of this name with exactly these labels.
  func histogram(_ name: String, _ labels: [String: String] = [:]) -> Histogram? {
    guard case .histogram(let histogram) = sample(name, labels)?.value else { return nil }
    return histogram
  }

  private func sample(_ name: String, _ labels: [String: String]) -> MetricFamily.Sample? {
    first { $0.name == name }?.samples.first { $0.labels == labels }
  }
}
