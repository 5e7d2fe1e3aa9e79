import Foundation
import LifeSignalModel
import Testing

/// Every zone of the tz database and every change of its clocks from 2020 to 2035, against Python's
/// `zoneinfo`: see `Tests/ZoneOracle/oracle.py`, which also says what a skipped or repeated time means.
@Suite struct ZoneOracleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `no deadline is wrong, in any zone, around any change of the clocks`() async throws {
    let (lines, summary) = try Self.askOracle()
    let cases = lines.map { Cases($0) }
    let verdicts = try await withThrowingTaskGroup(of: Verdict.self) { group in
      let halves = [cases.indices.filter { $0 % 2 == 0 }, cases.indices.filter { $0 % 2 == 1 }]
      for half in halves {
        group.addTask { try half.reduce(into: Verdict()) { try $0.add(cases[$1]) } }
      }
      return try await group.reduce(into: Verdict()) { $0.add($1) }
    }
    print("\(summary), \(verdicts.deadlines) deadlines, \(verdicts.wrong.count) wrong")
    #expect(verdicts.wrong.isEmpty, "\(verdicts.wrong.prefix(20).joined(separator: "\n"))")
    // Less would mean that the oracle asked for too little.
    #expect(verdicts.places > 550)
    #expect(verdicts.deadlines > 400_000)

    // A zone that our code refuses has a twin under another name, so no one's local time is
    // missing.
    let asked = Set(cases.filter { $0.zone != nil }.map(\.json))
    for place in cases where place.zone == nil {
      #expect(!place.name.contains("/"), "\(place.name) is refused")
      #expect(asked.contains(place.json), "the clocks of \(place.name) have no other name")
    }
  }

  /// The oracle's lines, and what it says about itself. A missing Python or tz database fails.
  private static func askOracle() throws -> (lines: [Substring], summary: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let python = root.appending(path: ".venv/bin/python")
    let isSetUp = FileManager.default.isExecutableFile(atPath: python.path())
    let (process, output) = (Process(), Pipe())
    process.executableURL = isSetUp ? python : URL(filePath: "/usr/bin/env")
    process.arguments =
      (isSetUp ? [] : ["python3"]) + [
        root.appending(path: "Tests/ZoneOracle/oracle.py").path(), TimeZone.timeZoneDataVersion,
        file.path(),
      ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the oracle failed: \(said)")
    let text = try String(contentsOf: file, encoding: .utf8)
    return (text.split(separator: "\n"), said.trimmingCharacters(in: .newlines))
  }
}

/// One line of the oracle: what is asked of one zone.
private struct Cases: Sendable {
  let name: String
  let zone: Zone?
  let json: Substring

  init(_ line: Substring) {
    let parts = line.split(separator: "\t", maxSplits: 1)
    name = String(parts[0])
    zone = Zone(name)
    json = parts[1]
  }

  struct Content: Decodable {
    struct Plan: Decodable {
      var times: [Int]
      var days: [Int]
      /// A check-in, the deadline after it, and the first deadline of a countdown begun then; and so
      /// on. Seconds since 1970.
      var checks: [Int]
    }

    var plans: [Plan]
    /// An instant, and the day and the minute the clocks show then; and so on.
    var readings: [Int]
  }
}

private struct Verdict: Sendable {
  var places = 0
  var deadlines = 0
  var wrong: [String] = []

  mutating func add(_ other: Verdict) {
    places += other.places
    deadlines += other.deadlines
    wrong += other.wrong
  }

  mutating func add(_ cases: Cases) throws {
    guard let zone = cases.zone else { return }
    let content = try JSONDecoder().decode(Cases.Content.self, from: Data(cases.json.utf8))
    places += 1
    for asked in content.plans {
      let plan = CheckInPlan.times(
        CheckInTimes(
          times: asked.times.compactMap { TimeOfDay(minutes: $0) },
          days: asked.days.compactMap { Weekday(rawValue: $0) }, zone: zone))
      for at in stride(from: 0, to: asked.checks.count, by: 3) {
        let checkIn = Date(timeIntervalSince1970: TimeInterval(asked.checks[at]))
        compare(
          plan.deadline(after: checkIn), asked.checks[at + 1], "after a check-in", checkIn,
          asked, zone)
        compare(
          plan.deadline(beginning: checkIn), asked.checks[at + 2], "beginning", checkIn, asked,
          zone)
      }
    }
    for at in stride(from: 0, to: content.readings.count, by: 3) {
      let (second, day, minutes) = (
        content.readings[at], content.readings[at + 1], content.readings[at + 2]
      )
      let reading = zone.reading(at: Date(timeIntervalSince1970: TimeInterval(second)))
      if reading.date.dayNumber != day || reading.time.minutes != minutes {
        wrong.append("\(zone.identifier): at \(second) the clocks show \(reading)")
      }
    }
  }

  private mutating func compare(
    _ ours: Date, _ theirs: Int, _ what: String, _ checkIn: Date, _ plan: Cases.Content.Plan,
    _ zone: Zone
  ) {
    deadlines += 1
    guard ours.timeIntervalSince1970 != TimeInterval(theirs) else { return }
    let right = Date(timeIntervalSince1970: TimeInterval(theirs))
    wrong.append(
      "\(zone.identifier) \(plan.times) on \(plan.days): \(what) at \(checkIn) is due \(ours), not \(right)"
    )
  }
}
