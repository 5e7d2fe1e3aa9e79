/// The bytes of an event stream (HTML Living Standard, 9.2).
enum ServerSentEvents {
  /// The beginning of every stream: how soon to reconnect after a loss, and the server's time.
  static func opening(at milliseconds: Int) -> [UInt8] {
    Array("retry: 300\n\n".utf8) + beat(at: milliseconds)
  }

  /// A heartbeat with the server's time. A comment would keep proxies content as well, but a
  /// browser does not pass comments to the page, which then could not distinguish silence from a
  /// dead network.
  static func beat(at milliseconds: Int) -> [UInt8] {
    Array("event: beat\ndata: \(milliseconds)\n\n".utf8)
  }

  static func message(_ frame: LiveFrame, at milliseconds: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frame.html.count + 128)
    bytes.append(contentsOf: "id: \(frame.id)\n".utf8)
    bytes.append(contentsOf: "data: \(frame.id) \(milliseconds)\n".utf8)
    // A view has line feeds only where text has them; carriage returns are written as references.
    for line in frame.html.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      bytes.append(contentsOf: "data: ".utf8)
      bytes.append(contentsOf: line)
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
