import Foundation
import LifeSignalModel
import Logging

extension Result where Failure == LedgerError {
  /// Turns any error of a reading into a value, so that the readings beside it still succeed.
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
  /// The values of the kinds that could be read. Each kind fails alone and is then noted for health.
  /// - Throws: the first failure when no kind could be read: then the ledger itself has failed.
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
