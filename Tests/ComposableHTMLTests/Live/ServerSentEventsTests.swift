import Testing

@testable import ComposableHTML

struct ServerSentEventsTests {
  /// Reads a message as the HTML standard says (9.2.6), line ends of all three kinds included.
  private func data(of message: [UInt8]) -> String {
    String(decoding: message, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
      .filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }.joined(separator: "\n")
  }

  @Test(arguments: [
    "", "one", "\n", "\n\n", "a\nb", "a\r\nb\rc", "ends\n", "data: x\nid: 7\n\nevent: y",
  ])
  func `a browser reads what was sent, whatever lines the text has`(text: String) {
    let html = p { text }.render()
    let frame = LiveFrame(id: FrameID(epoch: "e", revision: 7), html: html)
    let message = ServerSentEvents.message(frame, at: 5)
    #expect(data(of: message) == "e.7 5\n" + String(decoding: html, as: UTF8.self))
    #expect(message.suffix(2) == [0x0A, 0x0A])
  }

  @Test(arguments: [
    ("e1.7", FrameID(epoch: "e1", revision: 7)), ("e1", nil), ("e1.", nil), (".7", nil),
    ("e1.7.8", nil), ("e1.-7", nil), ("", nil), ("e1.99999999999999999999", nil),
  ])
  func `a frame's id is read strictly`(text: String, id: FrameID?) {
    #expect(FrameID(text) == id)
  }
}
