import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func checkInCode(_ id: CheckInCode.ID) -> CheckInCode? {
    tables.checkInCodes.first { $0.id == id }
  }

  func checkInCode(hash: Data) -> CheckInCode? { tables.checkInCodes.first { $0.hash == hash } }

  func checkInSheet(_ id: CheckInSheet.ID) -> CheckInSheet? {
    tables.checkInSheets.first { $0.id == id }
  }

  func checkInSheet(of person: Person.ID) -> CheckInSheet? {
    tables.checkInSheets.first { $0.person == person && $0.voidAt == nil }
  }

  func unusedCheckInCodes(of sheet: CheckInSheet.ID) -> Int {
    tables.checkInCodes.count { $0.sheet == sheet && $0.usedAt == nil }
  }

  func dueCheckInCodes(at now: Date, limit: Int) -> [CheckInCode] {
    let due = tables.checkInCodes.filter { $0.dueAt.map { $0 <= now } ?? false }
    return Array(due.sorted { $0.dueAt! < $1.dueAt! }.prefix(limit))
  }

  func earliestCheckInCode() -> Date? { tables.checkInCodes.compactMap(\.dueAt).min() }

  func sealedEntries(of alert: AlertRecord.ID) -> [TimelineDraft] {
    tables.sealedEntries[alert] ?? []
  }

  func insert(_ sheet: CheckInSheet, _ codes: [CheckInCode]) -> Bool {
    guard checkInSheet(sheet.id) == nil,
      sheet.voidAt != nil || checkInSheet(of: sheet.person) == nil,
      !codes.contains(where: { checkInCode(hash: $0.hash) != nil })
    else { return false }
    tables.checkInSheets.append(sheet)
    tables.checkInCodes += codes
    return true
  }

  func voidCheckInSheets(of person: Person.ID, at: Date) -> Int {
    var count = 0
    for index in tables.checkInSheets.indices
    where tables.checkInSheets[index].person == person && tables.checkInSheets[index].voidAt == nil
    {
      tables.checkInSheets[index].voidAt = at
      count += 1
    }
    return count
  }

  func useCheckInCode(_ id: CheckInCode.ID, at: Date, dueAt: Date) -> Bool {
    change(&tables.checkInCodes, { $0.id == id && $0.usedAt == nil }) {
      $0.usedAt = at
      $0.dueAt = dueAt
    }
  }

  func settleCheckInCode(_ id: CheckInCode.ID) -> Bool {
    change(&tables.checkInCodes, { $0.id == id && $0.dueAt != nil }) { $0.dueAt = nil }
  }

  func postponeCheckInCode(_ id: CheckInCode.ID, until: Date) -> Bool {
    change(&tables.checkInCodes, { $0.id == id && $0.dueAt != nil }) { $0.dueAt = until }
  }

  func seal(_ draft: TimelineDraft, of alert: AlertRecord.ID) {
    var sealed = draft
    // Whose it is, the alarm says.
    sealed.person = nil
    sealed.alert = alert
    tables.sealedEntries[alert, default: []].append(sealed)
  }

  func removeSealedEntries(of alert: AlertRecord.ID) -> Int {
    tables.sealedEntries.removeValue(forKey: alert)?.count ?? 0
  }

  func sweepCheckInSheets(before: Date, limit: Int) -> Int {
    let due = Set(tables.checkInCodes.filter { $0.dueAt != nil }.map(\.sheet))
    let old = tables.checkInSheets
      .filter { $0.voidAt.map { $0 < before } ?? false && !due.contains($0.id) }
      .sorted { $0.voidAt! < $1.voidAt! }.prefix(limit).map(\.id)
    tables.checkInSheets.removeAll { old.contains($0.id) }
    tables.checkInCodes.removeAll { old.contains($0.sheet) }
    return old.count
  }
}
