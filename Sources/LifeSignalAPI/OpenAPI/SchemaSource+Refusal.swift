import LifeSignalModel

extension Refusal: SchemaChoice {
  static let choices = CodingKeys.allCases.map(\.rawValue)
  /// A client falls back on the code for an unknown value.
  static let isOpen = true
}
