import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  // MARK: History

  func checkIns(
    of person: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) -> [CheckIn] {
    let older = tables.checkIns.filter {
      $0.person == person && ($0.at, $0.id) < (record.timestamp, record.id)
    }
    return Array(older.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(limit))
  }

  func checkInTimes(of person: Person.ID, since: Date) -> [Date] {
    tables.checkIns.filter { $0.person == person && $0.at >= since }.map(\.at).sorted()
  }

  // MARK: Pauses

  func pauses(of person: Person.ID, since: Date) -> [Pause] {
    tables.pauses.filter { $0.person == person && $0.until >= since }
      .sorted { $0.startedAt < $1.startedAt }
  }

  func insert(_ pause: Pause) -> Bool {
    if !update(pause) { tables.pauses.append(pause) }
    return true
  }

  func update(_ pause: Pause) -> Bool {
    change(
      &tables.pauses,
      {
        $0.person == pause.person
          && $0.startedAt.milliseconds == pause.startedAt.milliseconds
      }
    ) { $0 = pause }
  }

  // MARK: Travel

  func travel(_ id: TravelData.ID) -> Travel? { tables.travels.first { $0.id == id } }

  func openTravel(of person: Person.ID) -> Travel? {
    tables.travels.first { $0.person == person && $0.isOpen }
  }

  func travels(of person: Person.ID, limit: Int) -> [Travel] {
    let mine = tables.travels.filter { $0.person == person }
    return Array(mine.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }.prefix(limit))
  }

  func dueTravels(at now: Date, limit: Int) -> [Travel] {
    let due = tables.travels.filter { $0.nextFireAt.map { $0 <= now } ?? false }
    return Array(due.sorted { $0.nextFireAt! < $1.nextFireAt! }.prefix(limit))
  }

  func earliestTravel() -> Date? { tables.travels.compactMap(\.nextFireAt).min() }

  func insert(_ travel: Travel) -> Bool {
    guard openTravel(of: travel.person) == nil else { return false }
    tables.travels.append(travel)
    return true
  }

  func update(_ travel: Travel, from old: Travel) -> Bool {
    change(
      &tables.travels,
      {
        $0.id == old.id && $0.isOpen && $0.gen == old.gen && $0.stage == old.stage
          && $0.nextFireAt?.milliseconds == old.nextFireAt?.milliseconds
      }
    ) { $0 = travel }
  }
}
