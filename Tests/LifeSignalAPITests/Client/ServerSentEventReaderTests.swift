import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

@Suite struct ServerSentEventReaderTests {
  private let text =
    "id: 7\nevent: change\ndata: user pings\n\n: comment\ndata: a\r\ndata:b\r\n\r\n"

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `events are put together from pieces of any size`(size: Int) {
    var reader = ServerSentEventReader()
    var events: [ServerSentEvent] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += reader.read(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(
      events == [
        ServerSentEvent(name: "change", data: "user pings", id: "7"),
        ServerSentEvent(name: "message", data: "a\nb", id: "7"),
      ])
  }

  @Test func `an event without data is ignored`() {
    var reader = ServerSentEventReader()
    #expect(reader.read(Array("event: change\n\n".utf8)) == [])
  }

  @Test func `every topic has a name, and unknown names are left out`() {
    #expect(APITopic.changes(APITopic.text(.all)) == .all)
    #expect(APITopic.changes("pings weather user") == [.pings, .user])
    #expect(APITopic.text([]) == "")
  }
}
