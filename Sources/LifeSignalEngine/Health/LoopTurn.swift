public import Foundation
public import LifeSignalModel

/// When a loop last turned, as noted by its heartbeat.
public struct LoopTurn: Equatable, Sendable {
  /// Another release may have loops that this one does not know.
  var name: String
  var at: Date
}

extension LoopTurn: Record {
  public static let table = RecordTable("loop_turns", unique: ["(name)"], replaces: true)

  public static let lists = [all]
  static let all = Rows<LoopTurn>(passesOverUnreadable: true)

  public static let blank = LoopTurn(name: "", at: .distantPast)

  public mutating func columns(_ column: inout Columns) throws {
    try column("name", &name, .key)
    try column("turned_at", &at)
  }
}

extension RecordReads {
  public func loopTurns() throws -> [LoopName: Date] {
    let turns = try list(LoopTurn.all).compactMap { turn in
      LoopName(rawValue: turn.name).map { ($0, turn.at) }
    }
    return Dictionary(turns) { first, _ in first }
  }
}

extension LedgerTransaction {
  public func setLoopTurns(_ turns: [LoopName: Date]) throws {
    for (loop, at) in turns { _ = try insert(LoopTurn(name: loop.rawValue, at: at)) }
  }
}
