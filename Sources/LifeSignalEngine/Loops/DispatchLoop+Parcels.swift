import Crypto
import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// Rate limits per destination, and bundles. Neither ever touches an alarm.
extension DispatchLoop {
  /// Packs what was claimed, and puts back what its destination has no room for yet. All that waits for
  /// one address comes due again at one instant, and so goes out as one bundle.
  func pack(_ claimed: [Delivery], at now: Date) async -> [Parcel] {
    var parcels: [Parcel] = []
    var later: [(delivery: Delivery, until: Date)] = []
    for parcel in Parcel.pack(claimed) {
      let address = "\(parcel.first.kind.rawValue) \(parcel.first.address)"
      if !parcel.first.isAlarm, let wait = destinations.take(address, at: now) {
        later += parcel.deliveries.map { ($0, (now + wait).storable) }
      } else if !destinationHands.take(parcel.first) {
        // Others' messages have left the queue when it comes up again.
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
          _ = try tx.deferDelivery(
            delivery.id, owner: owner, attempt: delivery.attempts, until: until)
        }
      }
    } catch {
      // Their leases lapse. The alarms claimed together with them must not wait for that.
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
      mark: parcel.isBundle ? nil : parcel.first.markSubject.map { engine.mark(of: $0).text },
      isDrill: parcel.first.isDrill,
      contents: parcel.deliveries.map {
        CourierMessage.Content(idempotencyKey: $0.carriedKey, attempt: $0.attempts)
      })
  }
}

extension Parcel {
  /// Of a bundle: made of the keys of all that is in it. Another bundle must never pass for a repeat
  /// of this one, or what was added would be lost.
  fileprivate var idempotencyKey: String {
    guard isBundle else { return first.carriedKey }
    let keys = deliveries.map(\.carriedKey).sorted().joined(separator: " ")
    let digest = SHA256.hash(data: Data(keys.utf8)).prefix(16)
    return "lifesignal-bundle-" + digest.map { String(format: "%02x", $0) }.joined()
  }
}

extension Delivery {
  /// When it should have gone: a later rung of a ladder waits for its turn, a retry does not count.
  var promisedAt: Date { attempts <= 1 ? nextAttemptAt : createdAt }
}
