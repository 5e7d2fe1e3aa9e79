import Foundation

/// An account with any carrier that implements Twilio's HTTP interface of 2010-04-01.
public struct CarrierAccount: Equatable, Sendable {
  /// Names the account in every address, for example `AC…`.
  public var sid: String
  /// A secret: never logged.
  public var token: String
  /// Scheme and host, without a slash at its end.
  public var baseURL: String
  /// Scheme and host under which the carrier reaches this server; nil when it cannot.
  public var callbackOrigin: String?

  public static let twilio = "https://api.twilio.com"

  public init(
    sid: String, token: String, baseURL: String = CarrierAccount.twilio,
    callbackOrigin: String? = nil
  ) {
    self.sid = sid
    self.token = token
    self.baseURL = baseURL
    self.callbackOrigin = callbackOrigin
  }

  /// The address where the carrier reports what became of the message of this token; nil if this
  /// server could not receive the report.
  func callback(_ path: String, for token: String?) -> String? {
    guard let callbackOrigin, let token else { return nil }
    return "\(callbackOrigin)/callbacks/\(path)?message=\(token)"
  }

  var authorization: String { "Basic " + Data("\(sid):\(token)".utf8).base64EncodedString() }
}

extension CarrierAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { "CarrierAccount(\(baseURL))" }
  public var customMirror: Mirror { Mirror(self, children: ["baseURL": baseURL]) }
}
