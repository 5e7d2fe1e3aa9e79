import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

@Suite struct `A message to a phone` {
  private func aps(
    _ message: CourierMessage, _ interruption: APNsAccount.Interruption = .active
  ) throws -> [String: Any] {
    let data = try APNsMessage(message, interruption).encoded()
    let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(whole["aps"] as? [String: Any])
  }

  @Test(
    arguments: [
      (.alert, .active, nil, 10), (.alert, .timeSensitive, "time-sensitive", 10),
      (.alert, .critical, "critical", 10), (.missedCheckIn, .critical, "critical", 10),
      (.ping, .active, nil, 10), (.ping, .critical, "time-sensitive", 10),
      (.reminder, .timeSensitive, "time-sensitive", 10), (.recovery, .critical, nil, 10),
      (.information, .critical, "passive", 5), (.information, .active, "passive", 5),
    ] as [(Delivery.Priority, APNsAccount.Interruption, String?, Int)])
  func `interrupts as far as it matters and as Apple has granted`(
    priority: Delivery.Priority, granted: APNsAccount.Interruption, level: String?, urgency: Int
  ) throws {
    let message = APNsService.message(.taken, priority)
    let aps = try aps(message, granted)
    #expect(aps["interruption-level"] as? String == level)
    #expect(message.apnsPriority == urgency)
    #expect((aps["sound"] is [String: Any]) == (level == "critical"))
    #expect((aps["sound"] == nil) == (level == "passive"))
  }

  @Test(
    arguments: [
      (.ownCheckIn, "check-in"), (.call("5"), "call"), (.alarm("5"), nil), (nil, nil),
    ] as [(Delivery.Subject?, String?)])
  func `has the buttons of what it is about`(subject: Delivery.Subject?, category: String?) throws {
    #expect(try aps(APNsService.message(subject: subject))["category"] as? String == category)
  }

  @Test func `without a receipt leads to the notifications`() throws {
    let data = try APNsMessage(APNsService.message(token: nil), .active).encoded()
    let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(whole["receipt"] == nil && whole["path"] as? String == "/notifications")
  }

  @Test func `is named by a UUID of its own`() throws {
    let names = (0..<50).map { APNsName.id(of: APNsService.message(key: "lifesignal-\($0)")) }
    #expect(Set(names).count == 50)
    for name in names {
      #expect(UUID(uuidString: name)?.uuidString.lowercased() == name)
      #expect(Array(name)[14] == "8" && "89ab".contains(Array(name)[19]))
    }
  }

  @Test func `takes the place of an older reminder, and never of another alarm`() {
    func name(_ key: String, _ subject: Delivery.Subject) -> String {
      APNsName.collapse(APNsService.message(key: key, subject: subject))
    }
    #expect(name("1", .ownCheckIn) == name("2", .ownCheckIn))
    #expect(name("1", .call("5")) != name("2", .call("5")))
    #expect(name("1", .call("5")).utf8.count <= 64)
  }

  @Test(arguments: ["", "x", "+12125550101", String(repeating: "5c", count: 30) + "zz"])
  func `goes to no address that is not a token`(address: String) async throws {
    var message = APNsService.message()
    message.address = address
    let courier = CourierUnderTest.apns.make(1, 1)
    await #expect(throws: CourierFailure.addressGone("apns: not a token")) {
      try await courier.deliver(message)
    }
  }
}
