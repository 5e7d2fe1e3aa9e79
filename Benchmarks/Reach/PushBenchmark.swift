import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel

/// `benchmarks web-push URL`: encrypts messages and hands them to a push service that another process
/// plays, see `reach.py`. Each to another browser's key; 64 are under way at once.
enum PushBenchmark {
  static let name = "web-push"

  static func run(
    _ service: String, messages: Int = 4_000, atOnce: Int = 64, rounds: Int = 5
  ) async throws -> [Figure] {
    let courier = WebPushCourier(
      policy: WebhookPolicy(allowsPrivateNetworks: true),
      vapid: VAPID(secret: Data(repeating: 1, count: 32)), contact: "mailto:a@example.org",
      now: { .now })
    // A key costs as much to make as a message to encrypt.
    let browsers = (0..<512).map { number in
      PushSubscription(
        endpoint: "\(service)/push/\(number)",
        key: P256.KeyAgreement.PrivateKey().publicKey.x963Representation,
        secret: Data(repeating: UInt8(number % 251), count: 16), origin: "https://safe.example")
    }
    var rates: [Double] = []
    for _ in 0..<rounds {
      let turns = Turns()
      let start = cpuTime()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<atOnce {
          group.addTask {
            while true {
              let turn = turns.next()
              guard turn < messages else { return }
              try await courier.deliver(message(turn, to: browsers[turn % browsers.count]))
            }
          }
        }
        try await group.waitForAll()
      }
      rates.append(Double(messages) / ((cpuTime() - start) / 1e9))
    }
    return [Figure("reach.web-push-per-cpu-second", rates.sorted()[rounds / 2], "1/s")]
  }

  private static func message(_ number: Int, to browser: PushSubscription) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-\(number)", kind: .webPush, address: browser.address,
      title: "Check-in Expired", body: "Margaret Ellis has not checked in. Please look after her.",
      priority: .missedCheckIn, receiptToken: "\(number)-4WmB_X7dyC2MCtZ0N2y0Cg",
      subject: .call("5"))
  }
}
