import Crypto
import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// Rate limits per destination, and bundles. Neither ever affects an alert.
extension DispatchLoop {
  /// Packs the claimed messages, and puts back those for which their destination has no room yet.
  /// All that wait for one address come due again together, and so go out as one bundle.
  func pack(_ claimed: [Delivery], at now: Date) async -> [Parcel] {
    var parcels: [Parcel] = []
    var later: [(delivery: Delivery, until: Date)] = []
    for parcel in Parcel.pack(claimed) {
      let address = "\(parcel.first.kind.rawValue) \(parcel.first.address)"
      if !parcel.first.isAlarm, let wait = destinations.take(address, at: now) {
        later += parcel.deliveries.map { ($0, (now + wait).storable) }
      } else if !destinationHands.take(parcel.first) {
        // Other messages have left the queue when it is due again.
        later += parcel.deliveries.map { ($0, (now + 1).storable) }
      } else {
        parcels.append(parcel)
      }
    }
    guard !later.isEmpty else { return parcels }
    let (owner, postponed) = (owner, later)
    inHand.withLock { hand in for (delivery, _) in postponed { hand.put(delivery.id) } }
    do {
      try await engine.ledger.write { tx in
        for (delivery, until) in postponed {
          _ = try tx.settle(
            delivery.id, owner: owner, attempt: delivery.attempts, .deferred(until: until))
        }
      }
    } catch {
      // Their leases expire. The alerts claimed with them must not wait for that.
      engine.logger.error("messages could not be put off", metadata: ["error": "\(error)"])
    }
    engine.tally.note(.postponed, of: later.map(\.delivery.kind))
    return parcels
  }

  func message(of parcel: Parcel) -> CourierMessage {
    CourierMessage(
      idempotencyKey: parcel.idempotencyKey, kind: parcel.first.kind,
      address: parcel.first.address, title: parcel.title, body: parcel.body,
      priority: parcel.first.priority, attempt: parcel.deliveries.map(\.attempts).max() ?? 1,
      receiptToken: parcel.isBundle ? nil : parcel.first.receiptToken,
      subject: parcel.isBundle ? nil : parcel.first.subject,
      cause: parcel.isBundle ? nil : parcel.first.cause,
      mark: parcel.isBundle
        ? nil : parcel.first.markSubject.map { engine.secrets.mark(of: $0).text },
      isDrill: parcel.first.isDrill,
      contents: parcel.deliveries.map {
        CourierMessage.Content(idempotencyKey: $0.carriedKey, attempt: $0.attempts)
      })
  }
}

extension Parcel {
  /// The key of a bundle, made from the keys of all its messages. Another bundle must never pass
  /// for a repeat of this one, or the messages added to it would be lost.
  fileprivate var idempotencyKey: String {
    guard isBundle else { return first.carriedKey }
    let keys = deliveries.map(\.carriedKey).sorted().joined(separator: " ")
    let digest = SHA256.hash(data: Data(keys.utf8)).prefix(16)
    return "lifesignal-bundle-" + digest.map { String(format: "%02x", $0) }.joined()
  }
}

extension Delivery {
  /// When it should have gone: a later fallback channel waits for its turn, a retry does not count.
  var promisedAt: Date { attempts <= 1 ? nextAttemptAt : createdAt }
}
