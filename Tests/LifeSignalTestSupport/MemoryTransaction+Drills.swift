import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func drill(of person: Person.ID) -> Drill? { tables.drills[person] }

  func dueDrills(at now: Date, limit: Int) -> [Drill] {
    Array(
      tables.drills.values.filter { $0.nextFireAt <= now }
        .sorted { ($0.nextFireAt, $0.person) < ($1.nextFireAt, $1.person) }.prefix(limit))
  }

  func peopleWithoutDrill(joinedBefore: Date, limit: Int) -> [Person.ID] {
    let last = tables.drills.keys.max()
    let later = tables.people.values.filter { person in
      person.createdAt <= joinedBefore && last.map { person.id > $0 } ?? true
    }
    return Array(later.map(\.id).sorted().prefix(limit))
  }

  func insert(_ drill: Drill) -> Bool {
    guard tables.drills[drill.person] == nil, tables.people[drill.person] != nil else {
      return false
    }
    tables.drills[drill.person] = drill
    return true
  }

  func update(_ drill: Drill, from old: Drill) -> Bool {
    guard drill.person == old.person, tables.drills[old.person]?.gen == old.gen else {
      return false
    }
    tables.drills[drill.person] = drill
    return true
  }
}
