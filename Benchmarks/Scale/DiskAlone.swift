import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the disk does when nobody but this asks it to: 64 KiB to the end of a file and a wait until they
/// are kept, 200 times a second. No check-in can be answered faster than that, and where other tenants
/// share the disk it says how much of the engine's longest waits is theirs.
enum DiskAlone {
  static func run(in folder: URL, seconds: Double = 20) throws -> [Figure] {
    let path = folder.appending(path: "alone").path
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchmarkFailure("cannot write to \(path): error \(errno)") }
    defer {
      close(file)
      unlink(path)
    }
    let page = [UInt8](repeating: 7, count: 65_536)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var waits: [Double] = []
    while clock.now < end {
      // Not longer than a log of 32 MB, which is written from its beginning again.
      let place = off_t(waits.count % 512) * off_t(page.count)
      let start = clock.now
      guard pwrite(file, page, page.count, place) == page.count, fsync(file) == 0 else {
        throw BenchmarkFailure("cannot write to \(path): error \(errno)")
      }
      let took = clock.now - start
      waits.append(took / .milliseconds(1))
      if took < .milliseconds(5) {
        usleep(useconds_t((.milliseconds(5) - took) / .microseconds(1)))
      }
    }
    waits.sort()
    return [
      Figure("engine.disk-alone.p99", waits[waits.count * 99 / 100], "ms"),
      Figure("engine.disk-alone.max", waits[waits.count - 1], "ms"),
    ]
  }
}
