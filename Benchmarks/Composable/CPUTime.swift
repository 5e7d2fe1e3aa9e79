#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Nanoseconds of CPU that this process has used on all of its threads.
func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The cheapest of some rounds, per operation: neighbours on the machine only ever add.
func cheapest(rounds: Int = 7, operations: Int, _ body: (Int) -> Void) -> Double {
  body(operations / 10)
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = cpuTime()
    body(operations)
    best = min(best, (cpuTime() - start) / Double(operations))
  }
  return best
}

/// The cheapest of some rounds, per operation.
func cheapest(rounds: Int = 7, operations: Int, _ body: (Int) async -> Void) async -> Double {
  await body(operations / 10)
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = cpuTime()
    await body(operations)
    best = min(best, (cpuTime() - start) / Double(operations))
  }
  return best
}
