import Foundation
import LifeSignalModel
import Testing

@Suite struct PingDataTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `answering sets the time, withdrawing does not`() {
    let ping = PingData(id: "7", senderID: "1", recipientID: "2", timestamp: now)
    #expect(ping.responded(at: now + 5).status == .responded)
    #expect(ping.responded(at: now + 5).responseTimestamp == now + 5)
    #expect(ping.cleared.status == .cleared)
    #expect(ping.cleared.responseTimestamp == nil)
  }
}
