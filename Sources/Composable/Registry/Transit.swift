/// A store on its way into a registry or out of it: callers that open it meanwhile wait here.
final class Transit: @unchecked Sendable {
  /// The one it was for has been removed. Guarded by the registry's lock.
  var isRevoked = false

  private let lock = StoreLock()
  private let thread = currentThread()

  /// Begins; `finish()` must follow on the same thread.
  init() { lock.lock() }

  func finish() { lock.unlock() }

  func wait() {
    precondition(
      thread != currentThread(),
      "A registry was asked for a store by the code that makes or puts away that very store.")
    lock.lock()
    lock.unlock()
  }
}
