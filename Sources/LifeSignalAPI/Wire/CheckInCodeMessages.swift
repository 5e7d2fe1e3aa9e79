public import LifeSignalModel

public struct CheckInSheetAnswer: Codable, Equatable, Sendable {
  /// Nil while there is none in force.
  public var sheet: CheckInSheetData?

  public init(sheet: CheckInSheetData?) {
    self.sheet = sheet
  }
}

public struct NewCheckInSheetRequest: Codable, Equatable, Sendable {
  /// The responders to notify of a duress alert.
  public var told: [Person.ID]

  public init(told: [Person.ID]) {
    self.told = told
  }
}

public struct CheckInCodeRequest: Codable, Equatable, Sendable {
  /// As it was typed.
  public var code: String

  public init(code: String) {
    self.code = code
  }
}
