import Foundation
import Logging

extension Result where Failure == LedgerError {
  /// What the ledger itself cannot read is a value here, so that it costs nothing that is read beside it.
  /// - Throws: nothing but what the ledger does not throw.
  init(of failure: LedgerError.Type, _ read: () throws -> Success) {
    do {
      self = .success(try read())
    } catch let error as LedgerError {
      self = .failure(error)
    } catch {
      self = .failure(.unavailable("\(type(of: error))"))
    }
  }
}

extension Engine {
  /// What could be read of several kinds, each of which fails alone; the others are noted for health.
  /// - Throws: the first failure when none could be read: then it is the ledger's own.
  func readable<Value>(
    _ readings: [(kind: String, result: Result<Value, LedgerError>)], at now: Date
  ) throws -> [Value] {
    var values: [Value] = []
    var failure: LedgerError?
    for (kind, result) in readings {
      switch result {
      case .success(let value): values.append(value)
      case .failure(let error):
        failure = failure ?? error
        logger.error(
          "one kind of row cannot be read", metadata: ["kind": "\(kind)", "error": "\(error)"])
      }
    }
    if values.isEmpty, let failure { throw failure }
    for (kind, result) in readings {
      if case .failure = result {
        damage.noteReading(kind, failed: true, at: now)
      } else {
        damage.noteReading(kind, failed: false, at: now)
      }
    }
    return values
  }
}
