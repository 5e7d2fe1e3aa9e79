public import Foundation

/// A JPEG or PNG read by its own bytes, with everything removed that is not the picture: place and
/// time of the shot, device, comments, thumbnails, colour profiles, any bytes after its end.
public struct PictureFile: Equatable, Sendable {
  public let kind: Picture.Kind
  public let width: Int
  public let height: Int
  public let bytes: Data

  /// - Throws: ``Refusal/pictureTooHeavy`` before anything is read, ``Refusal/pictureUnreadable``,
  ///   ``Refusal/pictureTooLarge``.
  public static func read(_ data: Data) throws(Refusal) -> PictureFile {
    guard data.count <= PictureRules.heaviest else { throw .pictureTooHeavy }
    let bytes = [UInt8](data)
    guard let file = JPEGFile.read(bytes) ?? PNGFile.read(bytes) else { throw .pictureUnreadable }
    let sides = 1...PictureRules.longestSide
    guard file.width > 0, file.height > 0 else { throw .pictureUnreadable }
    guard sides.contains(file.width), sides.contains(file.height) else { throw .pictureTooLarge }
    return file
  }
}

extension PictureFile {
  /// The kind of file, according to its first bytes.
  /// - Throws: ``Refusal/pictureTooHeavy``, ``Refusal/pictureUnreadable``.
  public static func kind(of data: Data) throws(Refusal) -> Picture.Kind {
    guard data.count <= PictureRules.heaviest else { throw .pictureTooHeavy }
    if data.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    throw .pictureUnreadable
  }
}
