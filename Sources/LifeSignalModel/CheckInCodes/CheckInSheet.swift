public import Foundation

/// Twenty-five one-time codes that a person has printed: five groups of five, of which one group calls
/// for help in silence. Which one is printed nowhere.
public struct CheckInSheet: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<CheckInSheet>

  /// Groups of a sheet; they are named A to E.
  public static let groups = 5
  /// Codes of a group.
  public static let codesOfGroup = 5
  /// With so many left, their person is told to print new ones. The silent ones count too: what is
  /// shown must not depend on which were used.
  public static let few = 10

  public var id: ID
  public var person: Person.ID
  public var createdAt: Date
  /// The group that calls for help in silence, from 0.
  public var silentGroup: Int
  /// Who is told then.
  public var told: [Person.ID]
  /// Who was a responder when the sheet was made and is never told by it.
  public var kept: [Person.ID]
  /// From then on its codes do nothing.
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

  /// Who hears of a silent call: those chosen who are still responders; where none of them is, all
  /// others but those who were left out on purpose.
  public func audience(of responders: [Recipient]) -> [Recipient] {
    let chosen = named(of: responders)
    return chosen.isEmpty ? responders.filter { !kept.contains($0.person.id) } : chosen
  }

  /// Those chosen who are still responders, though it be nobody.
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
  /// When the watch looks whether the code was a silent one; for every code, and nil once it has.
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
