import Foundation

/// The doctor's results, in the order of examination.
public struct DoctorReport: Equatable, Sendable {
  public enum Outcome: String, Codable, Comparable, Sendable {
    case ok, warning, failure

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .warning: 1
      case .failure: 2
      }
    }
  }

  /// One examined item. Names no person, number, address of a person, or secret.
  public struct Check: Equatable, Codable, Sendable {
    /// Does not change between releases.
    public var name: String
    public var outcome: Outcome
    public var found: String
    /// The advice; nil if nothing needs to be done.
    public var advice: String?
  }

  public var checks: [Check] = []

  /// The worst of them.
  public var outcome: Outcome { checks.map(\.outcome).max() ?? .ok }

  /// 0 when all is well, 1 when something deserves a look, 2 when the promise cannot be kept.
  public var exitCode: Int32 {
    switch outcome {
    case .ok: 0
    case .warning: 1
    case .failure: 2
    }
  }

  mutating func note(
    _ name: String, _ outcome: Outcome, _ found: String, advice: String? = nil
  ) {
    // The advice follows as a sentence of its own.
    let found = found.hasSuffix(".") ? String(found.dropLast()) : found
    checks.append(Check(name: name, outcome: outcome, found: found, advice: advice))
  }

  /// One line for each check, and one for all.
  public var text: String {
    let width = (checks.map(\.name.count).max() ?? 0) + 1
    let lines = checks.map { check in
      let word = check.outcome.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
      let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
      return "\(word) \(name) \(check.found)" + (check.advice.map { ". \($0)" } ?? "")
    }
    func count(_ outcome: Outcome) -> Int { checks.count { $0.outcome == outcome } }
    let end = "\(checks.count) checks: \(count(.warning)) warnings, \(count(.failure)) failures"
    return (lines + [end]).map { $0 + "\n" }.joined()
  }

  /// An object with `status` and `checks`.
  public var json: String {
    struct Document: Encodable {
      var status: Outcome
      var checks: [Check]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(Document(status: outcome, checks: checks))) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
