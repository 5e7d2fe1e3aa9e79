public import Foundation

/// A person's sheet as its owner sees it. Nothing reveals how many codes of which kind are left.
public struct CheckInSheetData: Equatable, Codable, Sendable {
  public var createdAt: Date
  /// Codes that have not been used.
  public var left: Int
  public var total: Int

  public init(
    createdAt: Date, left: Int, total: Int = CheckInSheet.groups * CheckInSheet.codesOfGroup
  ) {
    self.createdAt = createdAt
    self.left = left
    self.total = total
  }

  /// Whether the person should print new ones.
  public var isLow: Bool { left <= CheckInSheet.few }
}

/// A sheet that has just been made, to be printed. Shown once and stored nowhere.
public struct NewCheckInSheet: Equatable, Codable, Sendable, CustomStringConvertible {
  /// The codes as they are printed, group by group.
  public var groups: [[String]]
  /// The group that silently calls for help, from 0. To be remembered, never printed.
  public var silentGroup: Int
  public var details: CheckInSheetData

  public init(groups: [[String]], silentGroup: Int, details: CheckInSheetData) {
    self.groups = groups
    self.silentGroup = silentGroup
    self.details = details
  }

  public var description: String { "<check-in codes>" }
}
