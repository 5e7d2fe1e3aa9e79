public import Foundation

/// Twenty-five one-time codes that a person has printed: five groups of five, of which one group
/// silently calls for help. The paper does not show which one.
public struct CheckInSheet: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<CheckInSheet>

  /// The number of groups on a sheet; they are named A to E.
  public static let groups = 5
  /// Codes of a group.
  public static let codesOfGroup = 5
  /// With this many codes left, the person is reminded to print new ones. Duress codes count too:
  /// the display must not depend on which kind was used.
  public static let few = 10

  public var id: ID
  public var person: Person.ID
  public var createdAt: Date
  /// The group that silently calls for help, from 0.
  public var silentGroup: Int
  /// The responders who are notified then.
  public var told: [Person.ID]
  /// Responders when the sheet was made who must never be notified by it.
  public var kept: [Person.ID]
  /// From then on its codes are void.
  public var voidAt: Date?

  public init(
    id: ID, person: Person.ID, createdAt: Date, silentGroup: Int, told: [Person.ID],
    kept: [Person.ID] = [], voidAt: Date? = nil
  ) {
    self.id = id
    self.person = person
    self.createdAt = createdAt
    self.silentGroup = silentGroup
    self.told = told
    self.kept = kept
    self.voidAt = voidAt
  }

  /// The responders notified of a duress alert: the chosen ones who are still responders. Where
  /// none of them is, everyone else except those who were deliberately excluded.
  public func audience(of responders: [Recipient]) -> [Recipient] {
    let chosen = named(of: responders)
    return chosen.isEmpty ? responders.filter { !kept.contains($0.person.id) } : chosen
  }

  /// The chosen people who are still responders; the list may be empty.
  func named(of responders: [Recipient]) -> [Recipient] {
    responders.filter { told.contains($0.person.id) }
  }

  /// `A` to `E`.
  public static func letter(of group: Int) -> String {
    String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(clamping: group))))
  }
}

/// One code of a sheet as stored: never its text, only a keyed hash of it.
public struct CheckInCode: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<CheckInCode>

  public var id: ID
  public var sheet: CheckInSheet.ID
  public var person: Person.ID
  /// Unique.
  public var hash: Data
  /// From 0.
  public var group: Int
  public var usedAt: Date?
  /// When the watch checks whether the code was a duress code; set for every code, and nil once it
  /// has.
  public var dueAt: Date?

  public init(
    id: ID, sheet: CheckInSheet.ID, person: Person.ID, hash: Data, group: Int,
    usedAt: Date? = nil, dueAt: Date? = nil
  ) {
    self.id = id
    self.sheet = sheet
    self.person = person
    self.hash = hash
    self.group = group
    self.usedAt = usedAt
    self.dueAt = dueAt
  }
}
