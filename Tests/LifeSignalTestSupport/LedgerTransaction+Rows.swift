public import LifeSignalEngine
public import LifeSignalModel

/// Rows that only decisions change.
extension LedgerTransaction {
  public func insert(_ person: Person) throws -> Bool { try apply(.insertPerson(person)) > 0 }
  public func update(_ person: Person) throws -> Bool { try apply(.updatePerson(person)) > 0 }
  public func delete(_ person: Person) throws -> Bool { try apply(.deletePerson(person)) > 0 }

  public func insert(_ relation: Relation, mirror: Relation) throws -> Bool {
    try apply(.insertRelation(relation, mirror: mirror)) > 0
  }

  public func update(_ relation: Relation, mirror: Relation) throws -> Bool {
    try apply(.updateRelation(relation, mirror: mirror)) > 0
  }

  public func insert(_ checkIn: CheckIn) throws -> Bool { try apply(.insertCheckIn(checkIn)) > 0 }
  public func insert(_ watch: Watch) throws -> Bool { try apply(.insertWatch(watch)) > 0 }

  public func update(_ watch: Watch, from old: Watch) throws -> Bool {
    try apply(.updateWatch(watch, from: old)) > 0
  }

  public func insert(_ alert: Alert) throws -> Bool { try apply(.insertAlert(alert)) > 0 }
}
