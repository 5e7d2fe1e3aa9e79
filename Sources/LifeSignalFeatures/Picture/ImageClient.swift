public import Composable
public import Foundation
public import LifeSignalModel

/// Changing pictures on the device. Pure.
///
/// A native app uses its platform's codecs. The web's server has none and needs none: the browser
/// scales down before it sends, and a picture that is still too large is refused.
@DependencyClient
public struct ImageClient: Sendable {
  /// A picture that fits into the size; smaller ones stay as they are.
  public var resizeImage: @Sendable (ImageData, ImageSize) throws -> ImageData
  /// Quality from 0 to 1.
  public var compressImage: @Sendable (ImageData, Double) throws -> Data
}

extension ImageClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the device.
  public static let testValue = ImageClient()
}

extension ImageClient {
  /// Without codecs: accepts pictures that fit, refuses others.
  public static let checking = ImageClient(
    resizeImage: { image, size in
      let file = try PictureFile.read(image.bytes)
      guard Double(file.width) <= size.width, Double(file.height) <= size.height else {
        throw Refusal.pictureTooLarge
      }
      return image
    },
    compressImage: { image, _ in image.bytes })
}

extension DependencyValues {
  public var imageClient: ImageClient {
    get { self[ImageClient.self] }
    set { self[ImageClient.self] = newValue }
  }
}
