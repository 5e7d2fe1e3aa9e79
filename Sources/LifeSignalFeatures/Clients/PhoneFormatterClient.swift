public import Composable
public import LifeSignalModel

/// Phone numbers as they are typed, shown and stored.
@DependencyClient
public struct PhoneFormatterClient: Sendable {
  /// As shown, "+1 (555) 123-4567"; what is no number of the region comes back as it is.
  public var formatPhoneNumber: @Sendable (_ text: String, _ region: Region) -> String = {
    text, _ in text
  }
  /// As typed so far, with separators.
  public var formatForEditing: @Sendable (_ text: String, _ region: Region) -> String = {
    text, _ in text
  }
  /// As stored, "+15551234567"; nil for what is no number of the region.
  public var toE164: @Sendable (_ text: String, _ region: Region) -> String? = { _, _ in nil }
  public var isValid: @Sendable (_ text: String, _ region: Region) -> Bool = { _, _ in false }
}

extension PhoneFormatterClient: DependencyKey {
  public static let testValue = PhoneFormatterClient()

  public static let liveValue = PhoneFormatterClient(
    formatPhoneNumber: { text, region in PhoneNumber(text, region: region)?.display ?? text },
    formatForEditing: { PhoneNumber.editing($0, region: $1) },
    toE164: { PhoneNumber($0, region: $1)?.e164 },
    isValid: { PhoneNumber.isValid($0, region: $1) })
}

extension DependencyValues {
  public var phoneFormatterClient: PhoneFormatterClient {
    get { self[PhoneFormatterClient.self] }
    set { self[PhoneFormatterClient.self] = newValue }
  }
}
