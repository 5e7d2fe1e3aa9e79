#if DEBUG
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
#endif

/// The place in the source of the send that this thread is carrying out.
///
/// Known in debug builds only, so that a send in an optimised build passes nothing on. A task local
/// would work too, but would be copied into every effect that the send starts.
enum SendSite {
  #if DEBUG
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let result = pthread_key_create(&key, nil)
      precondition(result == 0, "No thread-specific slot is left in this process.")
      return key
    }()

    static var current: CallSite? {
      pthread_getspecific(key)?.assumingMemoryBound(to: CallSite.self).pointee
    }

    static func during<Result>(_ site: CallSite, _ send: () -> Result) -> Result {
      let outer = pthread_getspecific(key)
      defer { pthread_setspecific(key, outer) }
      return withUnsafePointer(to: site) { pointer in
        pthread_setspecific(key, pointer)
        return send()
      }
    }
  #else
    static var current: CallSite? { nil }
  #endif
}
