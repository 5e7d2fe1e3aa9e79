import Foundation
import LifeSignalEngine
import Logging
import ServiceLifecycle

/// Reports to the supervisor that the process is alive while the loops that notify people make
/// progress. When one of them stands still it reports nothing, so that the supervisor restarts the
/// process, which helps.
struct Watchdog: Service {
  let supervisor: Supervisor
  /// ``HealthReport/isLive``: false where a new start would help.
  let isLive: @Sendable () -> Bool
  let logger: Logger
  /// The machine's, like the supervisor's.
  var clock: any ServerClock = SystemClock()

  func run() async throws {
    await cancelWhenGracefulShutdown {
      guard let patience = supervisor.patience else {
        try? await gracefulShutdown()
        return
      }
      let pause = (patience / .seconds(1)) / 3
      var wasLive = true
      while !Task.isCancelled {
        try? await clock.sleep(until: clock.now.addingTimeInterval(pause))
        let isLive = isLive()
        if isLive { supervisor.tell(.alive) }
        if wasLive, !isLive { logger.error("a loop stands still: the supervisor is not told") }
        wasLive = isLive
      }
    }
    supervisor.tell(.stopping)
  }
}

extension Watchdog: CustomStringConvertible {
  var description: String { "Watchdog" }
}
