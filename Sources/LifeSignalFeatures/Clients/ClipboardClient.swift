public import Composable

/// The device's clipboard.
@DependencyClient
public struct ClipboardClient: Sendable {
  public var copy: @Sendable (_ text: String) async -> Void
  /// Nil when it holds no text, or may not be read.
  public var paste: @Sendable () async -> String? = { nil }
}

extension ClipboardClient: DependencyKey {
  public static let testValue = ClipboardClient()

  /// Holds nothing. In a browser the page's own buttons copy and paste, on the browser's side: the
  /// server has no clipboard, and must not be one.
  public static let none = ClipboardClient(copy: { _ in }, paste: { nil })

  public static let liveValue = none
}

extension DependencyValues {
  public var clipboardClient: ClipboardClient {
    get { self[ClipboardClient.self] }
    set { self[ClipboardClient.self] = newValue }
  }
}
