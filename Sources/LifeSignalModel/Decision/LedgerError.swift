/// A failure of the storage engine, in words that name no phone number and no text.
public enum LedgerError: Error, Equatable, Sendable {
  /// Another writer was faster; the same write may be tried again immediately.
  case conflict(String)
  /// The storage engine refused or lost the transaction; nothing of it is stored.
  case unavailable(String)
  /// The connection was lost around the commit; the write may or may not be stored.
  case unknown(String)
  /// A stored row is unreadable, or a part of the schema is missing.
  case corrupt(String)
}
