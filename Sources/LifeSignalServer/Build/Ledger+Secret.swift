import Foundation
import LifeSignalEngine

extension Ledger {
  /// The installation's secret of this name: 32 random bytes, made when first asked for.
  func secret(named name: String) async throws -> Data {
    let new = Data(Entropy.system.bytes(32))
    return try await write { tx in
      if let known = try tx.secret(name) { return known }
      _ = try tx.insertSecret(name, new)
      return new
    }
  }
}
