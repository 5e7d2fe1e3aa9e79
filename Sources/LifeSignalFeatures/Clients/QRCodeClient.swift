public import Composable
public import LifeSignalModel

/// Pictures of codes, and reading them. Where a device has a camera, it is behind this.
///
/// In a browser the page itself opens the camera and tells of it by the scanner's actions; there
/// ``initializeCamera`` waits until it is called off, and the streams are empty.
@DependencyClient
public struct QRCodeClient: Sendable {
  /// The picture of a code: correction level M, with its quiet zone; scales without loss.
  public var generateQRCode: @Sendable (QRCodeID) async throws -> ImageData
  /// The code in a scanned, typed or pasted text.
  /// - Throws: ``QRCodeError/validationError(_:)`` when the text holds no code of ours.
  public var parseQRCode: @Sendable (_ text: String) async throws -> QRCodeID
  /// The text of the first code seen in a picture, nil when there is none.
  public var scanQRCode: @Sendable (ImageData) async -> String? = { _ in nil }
  /// Asks for the camera if needed. False when there is none or it is not allowed.
  public var initializeCamera: @Sendable () async -> Bool = { false }
  public var startScanning: @Sendable () async -> Void
  public var stopScanning: @Sendable () async -> Void
  public var toggleTorch: @Sendable (_ isOn: Bool) async -> Void
  /// The texts the camera reads, until scanning stops.
  public var scannedCodes: @Sendable () -> AsyncStream<String> = { .finished }
  /// The newest photos, at most so many.
  public var loadRecentPhotos: @Sendable (_ limit: Int) async -> [GalleryItem] = { _ in [] }
  public var loadThumbnail: @Sendable (GalleryItem.ID) async -> ImageData? = { _ in nil }
  public var loadFullSizeImage: @Sendable (GalleryItem.ID) async -> ImageData? = { _ in nil }
  /// Offers the device's ways of sending the code to somebody.
  public var shareQRCode: @Sendable (QRCodeID) async throws -> Void
}

extension QRCodeClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = QRCodeClient()
}

extension DependencyValues {
  public var qrCodeClient: QRCodeClient {
    get { self[QRCodeClient.self] }
    set { self[QRCodeClient.self] = newValue }
  }
}
