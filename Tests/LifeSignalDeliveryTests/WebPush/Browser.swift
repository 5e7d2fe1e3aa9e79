import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A browser with a subscription: it has the key that the push service has not.
struct Browser {
  let key = P256.KeyAgreement.PrivateKey()
  let secret = Data((0..<16).map { UInt8($0 * 7) })

  func subscription(
    at endpoint: String, origin: String = "https://lifesignal.example"
  ) -> PushSubscription {
    PushSubscription(
      endpoint: endpoint, key: key.publicKey.x963Representation, secret: secret, origin: origin)
  }

  func message(
    at endpoint: String, _ priority: Delivery.Priority = .alert,
    subject: Delivery.Subject? = .call("5"), key: String = "lifesignal-7",
    title: String = "ALERT", body: String = "Mara needs help.", token: String? = "tok-EN_1"
  ) -> CourierMessage {
    CourierMessage(
      idempotencyKey: key, kind: .webPush, address: subscription(at: endpoint).address,
      title: title, body: body, priority: priority, receiptToken: token, subject: subject)
  }
}
