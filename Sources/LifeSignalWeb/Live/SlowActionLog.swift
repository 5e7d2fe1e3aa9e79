import Composable
import Logging

/// One line for an action that kept its page waiting: its name, never its values.
enum SlowActionLog {
  static let threshold = Duration.milliseconds(100)

  static func hooks(
    clock: some Clock<Duration> = ContinuousClock(), logger: Logger
  ) -> StoreHooks {
    StoreHooks(slowerThan: threshold, clock: clock) { report in
      logger.warning(
        "slow action",
        metadata: [
          "action": "\(report.action)",
          "actions": .stringConvertible(report.actionCount),
          "milliseconds": .stringConvertible(
            (report.duration / .milliseconds(1) * 10).rounded() / 10),
          "effects": .stringConvertible(report.effectsInFlight),
        ])
    }
  }
}
