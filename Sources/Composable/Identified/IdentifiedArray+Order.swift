import OrderedCollections

extension IdentifiedArray {
  public mutating func swapAt(_ i: Int, _ j: Int) {
    elementsByID.swapAt(i, j)
    restamp()
  }

  public mutating func sort(by precedes: (Element, Element) throws -> Bool) rethrows {
    try elementsByID.sort { try precedes($0.value, $1.value) }
    restamp()
  }

  public mutating func reverse() {
    elementsByID.reverse()
    restamp()
  }

  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    elementsByID.shuffle(using: &generator)
    restamp()
  }

  /// Moves the elements at `offsets`, in their order, before the one at `destination`.
  ///
  /// - Parameters:
  ///   - offsets: where the elements are that move.
  ///   - destination: an offset before the move; `count` means the end.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(offsets)
    var order = indices.filter { $0 < destination && !moved.contains($0) }
    order += moved.sorted()
    order += indices.filter { $0 >= destination && !moved.contains($0) }
    var reordered = OrderedDictionary<ID, Element>(minimumCapacity: count)
    for index in order { reordered[elementsByID.keys[index]] = elementsByID.values[index] }
    elementsByID = reordered
    restamp()
  }
}

extension IdentifiedArray where Element: Comparable {
  public mutating func sort() { sort(by: <) }
}
