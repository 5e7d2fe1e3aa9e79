public import Foundation

/// A picture as bytes, without knowledge of its format.
public struct ImageData: Equatable, Codable, Sendable {
  public var bytes: Data
  /// For example `image/svg+xml`, `image/png`, `image/jpeg`.
  public var mimeType: String

  public init(bytes: Data, mimeType: String) {
    self.bytes = bytes
    self.mimeType = mimeType
  }
}
