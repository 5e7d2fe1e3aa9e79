#if COMPOSABLE_PTHREAD_LOCKS
  /// A value behind a lock.
  ///
  /// ThreadSanitizer takes every use of `Mutex` on Linux for a race, because it does not see inside.
  package struct Locked<Value>: ~Copyable, @unchecked Sendable {
    private let lock = StoreLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }
#else
  package import Synchronization

  /// A value behind a lock: the standard library's, except under a sanitizer.
  package typealias Locked<Value> = Mutex<Value>
#endif
