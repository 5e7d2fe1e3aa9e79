import Composable
import Synchronization

/// A custom store, as an author outside the library would write it: a shelf of numbers that others
/// can change, too.
final class Shelf: Sendable {
  struct Refusal: Error, Equatable {}

  private struct Contents {
    var numbers: [String: Int] = [:]
    var saved: [Int] = []
    var isRefusing = false
    var readers: [Int: @Sendable (Int) -> Void] = [:]
    var next = 0
  }
  private let contents = Mutex(Contents())
  /// Saving waits here.
  let gate = Gate()

  init(_ numbers: [String: Int] = [:], isOpen: Bool = true) {
    contents.withLock { $0.numbers = numbers }
    if isOpen { gate.open() }
  }

  subscript(name: String) -> Int? { contents.withLock { $0.numbers[name] } }
  /// Everything that was saved, in order.
  var saved: [Int] { contents.withLock(\.saved) }
  var readerCount: Int { contents.withLock(\.readers.count) }

  func refuse(_ isRefusing: Bool = true) { contents.withLock { $0.isRefusing = isRefusing } }

  /// Changes a number from outside.
  func put(_ number: Int, at name: String, tells: Bool = true) {
    let readers = contents.withLock { contents in
      contents.numbers[name] = number
      return tells ? Array(contents.readers.values) : []
    }
    for tell in readers { tell(number) }
  }

  fileprivate func number(at name: String) throws -> Int? {
    try contents.withLock { contents in
      if contents.isRefusing { throw Refusal() }
      return contents.numbers[name]
    }
  }

  fileprivate func save(_ number: Int, at name: String) throws {
    try contents.withLock { contents in
      if contents.isRefusing { throw Refusal() }
      contents.numbers[name] = number
      contents.saved.append(number)
    }
  }

  fileprivate func addReader(_ tell: @escaping @Sendable (Int) -> Void) -> SharedSubscription {
    let number = contents.withLock { contents in
      contents.next += 1
      contents.readers[contents.next] = tell
      return contents.next
    }
    return SharedSubscription { [self] in contents.withLock { $0.readers[number] = nil } }
  }
}

struct ShelfKey: SharedKey {
  struct ID: Hashable, Sendable {
    let shelf: ObjectIdentifier
    let name: String
  }
  let shelf: Shelf
  let name: String

  var id: ID { ID(shelf: ObjectIdentifier(shelf), name: name) }
  func load() throws -> Int? { try shelf.number(at: name) }
  func save(_ value: Int) async throws {
    try? await shelf.gate.wait()
    try shelf.save(value, at: name)
  }
  func subscribe(_ onChange: @escaping @Sendable (Int) -> Void) -> SharedSubscription? {
    shelf.addReader(onChange)
  }
}

extension SharedKey where Self == ShelfKey {
  static func shelf(_ shelf: Shelf, _ name: String) -> ShelfKey {
    ShelfKey(shelf: shelf, name: name)
  }
}
