import Foundation
import LifeSignalEngine
import LifeSignalModel
import Logging

extension Ledger {
  /// A server's key, made when it is first needed. One that is damaged is never used: an empty or
  /// guessable key would let others sign for us. It is replaced, because a server must start and
  /// send alerts in spite of a lost key, and the loss is logged as an error.
  func key(_ key: InstallationKey, _ logger: Logger) async throws -> Data {
    let found = try await soundKey(key)
    if let warning = found.warning { logger.error("\(warning)") }
    return found.value
  }

  /// - Returns: the key, and a warning for the operator if it is not the earlier one.
  func soundKey(_ key: InstallationKey) async throws -> (value: Data, warning: String?) {
    let new = InstallationSecret(
      name: key.name, value: Data(Entropy.system.bytes(InstallationKey.length)))
    return try await write { tx -> (value: Data, warning: String?) in
      switch try tx.stored(key) {
      case .sound(let value): return (value, nil)
      case .never:
        _ = try tx.insert(new)
        return (new.value, nil)
      case .missing:
        _ = try tx.insert(new)
        return (new.value, key.warning("was missing"))
      case .damaged:
        _ = try tx.insert(new)
        // The health report counts a damaged row until it is read again.
        _ = try tx.find(key.name) as InstallationSecret?
        return (new.value, key.warning("was damaged"))
      }
    }
  }

  /// The key for a command beside the server, which may still work with the one it has read at its start.
  /// - Throws: ``SettingsError`` where the next start will replace it.
  func keyBesideServer(_ key: InstallationKey) async throws -> Data {
    let new = InstallationSecret(
      name: key.name, value: Data(Entropy.system.bytes(InstallationKey.length)))
    return try await write { tx -> Data in
      switch try tx.stored(key) {
      case .sound(let value): return value
      case .never:
        _ = try tx.insert(new)
        return new.value
      case .missing, .damaged:
        throw SettingsError(
          "The key \"\(key.name)\" in the database is missing or damaged. Restart the server: it makes a "
            + "new one, and its log says what no longer works.")
      }
    }
  }
}

extension InstallationKey {
  fileprivate enum Stored {
    case sound(Data)
    /// No server has needed it yet.
    case never
    case missing, damaged
  }

  fileprivate func warning(_ what: String) -> String {
    "The key \"\(name)\" in the database \(what), so the server has made a new one. \(loss)"
  }
}

extension LedgerSnapshot {
  fileprivate func stored(_ key: InstallationKey) throws -> InstallationKey.Stored {
    do {
      guard let value = try (find(key.name) as InstallationSecret?)?.value else {
        return try key.isMadeAtStart && heartbeat() != nil ? .missing : .never
      }
      // A page of zeros is no key either.
      let isSound = value.count == InstallationKey.length && Set(value).count > 1
      return isSound ? .sound(value) : .damaged
    } catch LedgerError.corrupt {
      return .damaged
    }
  }
}
