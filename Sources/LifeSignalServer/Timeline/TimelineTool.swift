import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// Examines and writes out timelines for the operator, beside a running server or without one.
/// Changes nothing.
public struct TimelineTool: Sendable {
  private let engine: Engine

  /// - Parameter database: the SQLite file.
  /// - Throws: ``SettingsError`` when it cannot be read.
  public init(database path: String) throws {
    try DatabaseFile.require("database", at: path)
    do {
      engine = Engine(ledger: try SQLiteLedger.openForReading(at: path))
    } catch let error as StorageError {
      throw SettingsError("\(path): \(error)")
    }
  }

  /// Verifies one chain, or all.
  ///
  /// - Parameters:
  ///   - person: nil for all people.
  ///   - print: gets one line for every broken chain, and one with the result.
  /// - Returns: whether every chain is in order.
  /// - Throws: ``SettingsError`` if there is no such person.
  public func verify(person: String?, print: (String) -> Void) async throws -> Bool {
    var (chains, entries, broken) = (0, 0, 0)
    func count(_ verdict: TimelineVerdict) {
      chains += 1
      entries += verdict.count
      guard let fault = verdict.firstBreak else { return }
      broken += 1
      print("person \(verdict.person): broken at entry \(fault.sequence): \(fault.fault.words)")
    }
    if let person {
      let id = Person.ID(rawValue: person)
      try await check(id)
      count(try await engine.verifyTimeline(of: id))
    } else {
      try await engine.verifyTimelines(count)
    }
    print(
      broken == 0
        ? "\(chains) timelines, \(entries) entries: all in order"
        : "\(chains) timelines: \(broken) broken")
    return broken == 0
  }

  /// The whole timeline of one person: as JSON with every hash, or as lines of text.
  /// - Throws: ``SettingsError`` when there is no such person.
  public func export(person: String, asJSON: Bool) async throws -> String {
    let id = Person.ID(rawValue: person)
    try await check(id)
    let export = try await engine.exportTimeline(of: id)
    if asJSON { return String(decoding: try export.document(), as: UTF8.self) }
    return export.entries.map { entry in
      let words = TimelineWords(entry)
      let parts = [words.title.english] + words.lines.map(\.english)
      return "\(entry.sequence)\t\(entry.at.ISO8601Format())\t\(parts.joined(separator: " "))"
    }
    .joined(separator: "\n")
  }

  private func check(_ person: Person.ID) async throws {
    guard (try? await engine.user(person)) != nil else {
      throw SettingsError("person: no one has the number \(person).")
    }
  }
}

extension TimelineVerdict.Fault {
  fileprivate var words: String {
    switch self {
    case .hash: "it was changed"
    case .gap: "it is missing"
    case .order: "it does not follow the one before it"
    case .anchor: "it does not follow what was removed after its time"
    case .truncated: "it and all after it are missing"
    case .head: "the chain does not end where it is known to end"
    case .unreadable: "it cannot be read"
    }
  }
}
