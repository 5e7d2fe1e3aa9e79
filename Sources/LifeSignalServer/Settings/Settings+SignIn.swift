public import LifeSignalModel

extension Settings {
  /// The means by which codes for signing in are sent, in the order they are offered: those of the setting, or
  /// all for which the server has an account. Without any, a demo prints texts to its console.
  public var signInMeans: [SignInMeans] {
    if let signIn { return signIn }
    let able = sendable
    return able.isEmpty ? [.phone] : able
  }

  private var sendable: [SignInMeans] {
    (carrier == nil ? [] : [.phone]) + (mail == nil ? [] : [.email])
  }

  /// `phone`, `email`, or both with a comma.
  static func signInMeans(_ text: String) throws -> [SignInMeans] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace } }
    let means = names.compactMap(SignInMeans.init(rawValue:))
    guard means.count == names.count, Set(means).count == means.count else {
      throw SettingsError("signIn: must be phone, email, or both separated by a comma.")
    }
    return means
  }

  /// A person would wait for a code that no courier takes.
  func refuseUnsentCodes() throws {
    guard !isDemo else { return }
    for means in signIn ?? [] where !sendable.contains(means) {
      switch means {
      case .phone:
        throw SettingsError("signIn: codes by text need a carrier; set carrier.account as well.")
      case .email:
        throw SettingsError("signIn: codes by mail need a mail server; set smtp.host as well.")
      }
    }
  }
}
