/// Push services of the browsers' makers. No user runs them, and many users' messages go to each.
public enum PushServices {
  private static let names = [
    "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
  ]

  /// - Parameter host: in lower case.
  public static func include(_ host: String) -> Bool {
    names.contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
