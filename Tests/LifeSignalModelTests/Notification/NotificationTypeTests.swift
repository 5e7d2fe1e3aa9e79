import Foundation
import LifeSignalModel
import Testing

@Suite struct NotificationTypeTests {
  private let sample = NotificationData(
    id: "1", type: .checkIn, event: .checkInExpired, title: "Missed check-in",
    message: "Your check-in has expired.", timestamp: Date(timeIntervalSince1970: 1_700_000_000),
    relatedContactID: "2")

  @Test(arguments: NotificationType.allCases)
  func `wire names and labels lead back to their type`(type: NotificationType) {
    #expect(NotificationType(rawValue: type.rawValue) == type)
    #expect(type.wireName.map(NotificationType.init(wireName:)) ?? .all == type)
  }

  @Test(arguments: ["all", "All", "Alerts", "", "somethingNew"])
  func `an unknown wire name is a system notice, never the filter`(name: String) {
    #expect(NotificationType(wireName: name) == .system)
  }

  @Test func `no notification has the filter's type`() {
    #expect(
      NotificationData(
        id: "1", type: .all, title: "t", message: "m", timestamp: sample.timestamp
      ).type == .system)
  }

  @Test func `a notification travels under its wire name and survives`() throws {
    let data = try JSONEncoder().encode(sample)
    #expect(String(decoding: data, as: UTF8.self).contains(#""type":"checkIn""#))
    #expect(try JSONDecoder().decode(NotificationData.self, from: data) == sample)
  }

  @Test func `an unknown event is left out, not an error`() throws {
    var text = String(decoding: try JSONEncoder().encode(sample), as: UTF8.self)
    text = text.replacingOccurrences(of: "checkInExpired", with: "fromTheFuture")
    let decoded = try JSONDecoder().decode(NotificationData.self, from: Data(text.utf8))
    #expect(decoded.event == nil)
    #expect(decoded.type == .checkIn)
  }

  @Test func `every event is listed under a real type`() {
    #expect(NotificationEvent.allCases.allSatisfy { $0.type != .all })
    #expect(NotificationEvent.dependentNonResponsive.type == .alert)
    #expect(NotificationEvent.checkInExpired.type == .checkIn)
  }

  @Test func `roles name both directions`() {
    #expect(ContactRole(isResponder: true, isDependent: true) == .both)
    #expect(ContactRole(isResponder: false, isDependent: true) == .dependent)
    #expect(ContactRole(isResponder: false, isDependent: false) == .none)
  }
}
