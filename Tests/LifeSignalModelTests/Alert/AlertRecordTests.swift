import Foundation
import LifeSignalModel
import Testing

@Suite struct AlertRecordTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `an alert is active until it has an end`() {
    var alert = AlertRecord(id: "3", userID: "1", startTime: now)
    #expect(alert.isActive)
    alert.endTime = now + 9
    #expect(alert.status == .resolved)
  }
}
