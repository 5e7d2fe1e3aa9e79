#if COMPOSABLE_PTHREAD_LOCKS
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// ThreadSanitizer understands this one; it reports false races on `Mutex` on Linux.
  struct StoreLock: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    borrowing func lock() { pthread_mutex_lock(mutex) }
    borrowing func unlock() { pthread_mutex_unlock(mutex) }
  }
#else
  import Synchronization

  /// Locked and unlocked separately, because the work after a drain depends on its result.
  struct StoreLock: ~Copyable, Sendable {
    private let mutex = Mutex<Void>(())

    borrowing func lock() { mutex._unsafeLock() }
    borrowing func unlock() { mutex._unsafeUnlock() }
  }
#endif
