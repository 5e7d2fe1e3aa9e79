import Logging

/// How this process logs: one line per event with `key=value` metadata, on standard error.
///
/// Standard output stays free for what a person at the terminal is told.
enum Log {
  static func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "lifesignal") { label in
      StreamLogHandler.standardError(label: label)
    }
    logger.logLevel = level
    return logger
  }
}
