public import Composable
public import LifeSignalModel

/// Pictures of codes, and reading scanned, typed or pasted ones. The camera is the browser's.
@DependencyClient
public struct QRCodeClient: Sendable {
  /// The picture of a code: correction level M, with its quiet zone; scales without loss.
  public var generateQRCode: @Sendable (QRCodeID) async throws -> ImageData
  /// The code in a scanned, typed or pasted text.
  /// - Throws: ``QRCodeError/validationError(_:)`` when the text contains no code of ours.
  public var parseQRCode: @Sendable (_ text: String) async throws -> QRCodeID
}

extension QRCodeClient {
  /// The live value. A text is read here.
  public init(generateQRCode: @escaping @Sendable (QRCodeID) async throws -> ImageData) {
    self.init(generateQRCode: generateQRCode) { text in
      guard let code = QRCodeID(scanned: text) else {
        throw QRCodeError.validationError("This is not a LifeSignal code.")
      }
      return code
    }
  }
}

extension QRCodeClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = QRCodeClient()
}

extension DependencyValues {
  public var qrCodeClient: QRCodeClient {
    get { self[QRCodeClient.self] }
    set { self[QRCodeClient.self] = newValue }
  }
}
