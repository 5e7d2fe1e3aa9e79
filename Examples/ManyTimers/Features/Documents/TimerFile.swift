public import Foundation

/// What a `.timer` file holds. Version 1, with times in seconds:
///
///     {"duration": 180, "name": "Tea", "remaining": 42.5, "version": 1}
public struct TimerFile: Equatable, Sendable {
  public static let version = 1
  public static let fileExtension = "timer"
  /// A timer is some eighty bytes; what is larger than this is something else.
  public static let longest = 65_536

  public let name: String
  public let duration: Duration
  public let remaining: Duration

  /// The timer as it would be saved: to the millisecond, and not running.
  public init(_ timer: LonelyTimer.State) {
    name = timer.name
    duration = timer.duration.wholeMilliseconds
    remaining = timer.remaining.wholeMilliseconds
  }

  /// The timer as it is when the file is opened.
  public var timer: LonelyTimer.State {
    LonelyTimer.State(name: name, duration: duration, remaining: remaining)
  }

  /// - Throws: a problem for what is not exactly this format; nothing is guessed.
  public init(json: Data) throws(TimerFileProblem) {
    guard json.count <= Self.longest,
      let found = try? JSONDecoder().decode(Header.self, from: json)
    else { throw .malformed }
    guard found.version == Self.version else { throw .otherVersion(found.version) }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: json),
      let duration = Duration(seconds: contents.duration), duration > .zero,
      duration <= .longestTimer,
      let remaining = Duration(seconds: contents.remaining), remaining >= .zero,
      remaining <= duration
    else { throw .malformed }
    name = contents.name
    self.duration = duration
    self.remaining = remaining
  }

  public var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let contents = Contents(
      version: Self.version, name: name, duration: duration / .seconds(1),
      remaining: remaining / .seconds(1))
    // A string and three finite numbers: there is nothing that could not be encoded.
    return (try? encoder.encode(contents)) ?? Data()
  }

  private struct Header: Decodable {
    var version: Int
  }

  private struct Contents: Codable {
    var version: Int
    var name: String
    var duration: Double
    var remaining: Double
  }
}

/// Why a timer document could not be opened or saved.
public enum TimerFileProblem: Error, Equatable, Sendable {
  case missing
  case unreadable
  case malformed
  case otherVersion(Int)
  case unwritable

  /// - Parameter name: of the file, as the person knows it.
  public func message(_ name: String) -> String {
    switch self {
    case .missing: "There is no “\(name)”."
    case .unreadable: "“\(name)” could not be read. May this program read it?"
    case .malformed: "“\(name)” is not a timer document. It has been left as it is."
    case .otherVersion(let version):
      "“\(name)” was written by another ManyTimers (format \(version), this one knows "
        + "\(TimerFile.version)). It has been left as it is."
    case .unwritable:
      "“\(name)” could not be saved; the file is as it was. Is there room, and permission?"
    }
  }
}

extension Duration {
  fileprivate init?(seconds: Double) {
    guard seconds.isFinite, seconds.magnitude < 1e9 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  fileprivate var wholeMilliseconds: Duration {
    .milliseconds(Int64((self / .milliseconds(1)).rounded()))
  }
}
