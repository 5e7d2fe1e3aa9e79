/// One whole view as it is sent to a browser.
public struct LiveFrame: Equatable, Sendable {
  public let id: FrameID
  /// The view, UTF-8.
  public let html: [UInt8]

  /// The frame as the browser client reads it: a line with its id and the server's time, then the
  /// view. This is the body of a reply to an event.
  /// - Parameter milliseconds: the server's time at sending, UTC.
  public func body(at milliseconds: Int) -> [UInt8] {
    Array("\(id) \(milliseconds)\n".utf8) + html
  }
}

/// A frame of one life of a store: `epoch.revision`.
///
/// An epoch is one life of a store on the server. Revisions grow within an epoch and are not
/// comparable across epochs: after a restart the count begins again, and the browser follows all
/// the same.
public struct FrameID: Hashable, Sendable, CustomStringConvertible {
  public let epoch: String
  public let revision: UInt64

  public init(epoch: String, revision: UInt64) {
    self.epoch = epoch
    self.revision = revision
  }

  /// Reads `epoch.revision`; `nil` when the text is not of that form.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let revision = UInt64(parts[1]) else { return nil }
    self.init(epoch: String(parts[0]), revision: revision)
  }

  public var description: String { "\(epoch).\(revision)" }

  static func newEpoch() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
