/// One event of a stream (HTML Living Standard, 9.2).
package struct ServerSentEvent: Equatable, Sendable {
  package var name = "message"
  package var data = ""
  package var id: String?
}

/// Puts events together from bytes that come in any pieces.
package struct ServerSentEventReader: Sendable {
  private var line: [UInt8] = []
  private var event = ServerSentEvent()
  private var lines: [String] = []
  private var afterReturn = false
  /// A stream that never ends a line is not one of ours.
  private static let longestLine = 64 * 1_024

  package init() {}

  package mutating func read(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { afterReturn = byte == UInt8(ascii: "\r") }
      if byte == UInt8(ascii: "\n"), afterReturn { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        if line.count < Self.longestLine { line.append(byte) }
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      if let event = end(of: text) { events.append(event) }
    }
    return events
  }

  /// An empty line ends an event; one without data is none.
  private mutating func end(of text: String) -> ServerSentEvent? {
    guard text.isEmpty else {
      take(text)
      return nil
    }
    defer {
      event = ServerSentEvent(id: event.id)
      lines = []
    }
    guard !lines.isEmpty else { return nil }
    event.data = lines.joined(separator: "\n")
    return event
  }

  private mutating func take(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1].trimmingPrefix(" ")) : ""
    switch parts[0] {
    case "event": event.name = value
    case "data": lines.append(value)
    case "id": event.id = value
    default: break
    }
  }
}
