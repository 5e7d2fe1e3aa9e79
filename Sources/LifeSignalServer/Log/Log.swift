import Logging

/// How this process logs: one line per event with `key=value` metadata, on standard error.
///
/// Standard output stays free for messages to the person at the terminal.
enum Log {
  static func logger(level: Logger.Level) -> Logger {
    var logger = Logger(label: "lifesignal") { label in
      StreamLogHandler.standardError(label: label)
    }
    logger.logLevel = level
    return logger
  }
}
