/// Tasks that wait for something to end. Mostly there is one, which costs no allocation.
///
/// Unsafe continuations, because checking costs an allocation each: the code that takes them out of
/// here resumes them, once, outside the lock.
struct Waiters {
  private var first: UnsafeContinuation<Void, Never>?
  private var others: [UnsafeContinuation<Void, Never>] = []

  @inline(__always)
  var isEmpty: Bool { first == nil }

  mutating func add(_ waiter: UnsafeContinuation<Void, Never>) {
    if first == nil { first = waiter } else { others.append(waiter) }
  }

  mutating func add(_ more: Waiters) {
    if let waiter = more.first { add(waiter) }
    for waiter in more.others { add(waiter) }
  }

  mutating func take() -> Waiters {
    defer { self = Waiters() }
    return self
  }

  func resume() {
    first?.resume()
    for waiter in others { waiter.resume() }
  }
}
