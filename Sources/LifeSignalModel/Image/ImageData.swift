public import Foundation

/// A picture as bytes, for those who know its format.
public struct ImageData: Equatable, Codable, Sendable {
  public var bytes: Data
  /// For example `image/svg+xml`, `image/png`, `image/jpeg`.
  public var mimeType: String

  public init(bytes: Data, mimeType: String) {
    self.bytes = bytes
    self.mimeType = mimeType
  }
}

/// One of a device's newest photos, as far as the app is shown them.
public struct GalleryItem: Equatable, Codable, Sendable, Identifiable {
  public let id: String
  public var thumbnail: ImageData?

  public init(id: String, thumbnail: ImageData? = nil) {
    self.id = id
    self.thumbnail = thumbnail
  }
}
