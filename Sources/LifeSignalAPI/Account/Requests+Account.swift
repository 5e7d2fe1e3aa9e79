public import Foundation
public import LifeSignalModel

// Requests and answers about a person's account as a whole.

public struct NewPasskeyRequest: Codable, Equatable, Sendable {
  /// The name the person recognizes it by, 1–60 characters.
  public var name: String
  public var answer: PasskeyAnswer
}

public struct PasskeySignInRequest: Codable, Equatable, Sendable {
  public var answer: PasskeyAnswer
  /// As with a code.
  public var label: String?
}

public struct PictureReference: Codable, Equatable, Sendable {
  public var id: Picture.ID
}

public struct PictureAnswer: Codable, Equatable, Sendable {
  /// Relative to the server.
  public var url: URL

  public init(url: URL) {
    self.url = url
  }
}

public struct ActivityRequest: Codable, Equatable, Sendable {
  /// The last entry known, for the next part.
  public var before: Activity.ID?
  /// 1–100.
  public var limit: APINumber
}
