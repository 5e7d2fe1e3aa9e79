/// Connections in the order in which they entered a stage; those that have left it are skipped.
///
/// Moving on costs nothing: an entry is good only while its connection still has the turn it was entered
/// with. Entries that are good no more are dropped before they outnumber the others.
struct WaitingLine {
  struct Entry {
    var id: UInt64
    var turn: UInt64
  }

  private var entries: [Entry] = []
  private var first = 0

  mutating func add(_ entry: Entry, isWaiting: (Entry) -> Bool) {
    if entries.count == entries.capacity, entries.count >= 64 {
      entries = entries[first...].filter(isWaiting)
      first = 0
      entries.reserveCapacity(2 * entries.count + 64)
    }
    entries.append(entry)
  }

  /// Takes the one out that has waited longest.
  mutating func takeOldest(isWaiting: (Entry) -> Bool) -> UInt64? {
    while first < entries.count {
      defer { first += 1 }
      if isWaiting(entries[first]) { return entries[first].id }
    }
    entries.removeAll(keepingCapacity: true)
    first = 0
    return nil
  }
}
