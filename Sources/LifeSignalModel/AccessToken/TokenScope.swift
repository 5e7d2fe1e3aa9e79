/// The permissions of a program that acts for a person with an access token. Raw values are the
/// wire's names.
///
/// Each route of the API names the one it needs. No scope includes another: a program that checks
/// in need not be able to read.
public enum TokenScope: String, CaseIterable, Codable, Sendable {
  /// Everything the person can read, and the stream of changes.
  case read
  /// Signs of life: checking in, answering pings, trips.
  case checkIn = "check-in"
  /// Asking dependents for a sign of life.
  case ping
  /// One's own alert, and answering the alerts of others.
  case alert
  /// Adding, changing and removing contacts.
  case contacts
  /// Profile, plan, pauses, settings, and the whole export.
  case account
}

extension TokenScope: Comparable {
  /// In the order of declaration, in which they are listed everywhere.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension TokenScope {
  /// With blanks between them, as RFC 6750, 3 writes scopes.
  public static func text(_ scopes: some Sequence<TokenScope>) -> String {
    Set(scopes).sorted().map(\.rawValue).joined(separator: " ")
  }

  /// Unknown names are left out: they allow nothing here.
  public static func scopes(_ text: String) -> Set<TokenScope> {
    Set(text.split(separator: " ").compactMap { TokenScope(rawValue: String($0)) })
  }
}
