import Foundation
import LifeSignalEngine
import LifeSignalStorage

/// Copies, puts back and brings up to date the database as a whole, for the operator.
public struct BackupTool: Sendable {
  private let path: String
  private let clock: any ServerClock

  /// - Parameter database: the SQLite file.
  public init(database path: String) {
    self.init(database: path, clock: SystemClock())
  }

  init(database path: String, clock: any ServerClock) {
    self.path = path
    self.clock = clock
  }

  /// Writes a copy beside the running server.
  /// - Parameter makingRoom: whether the oldest copies of the nightly timer in that folder are
  ///   deleted if the disk has no room for the new one.
  /// - Returns: the text for the operator.
  /// - Throws: ``SettingsError``.
  public func backUp(
    to file: String, replacing: Bool, makingRoom: Bool = false
  ) throws -> String {
    try DatabaseFile.require("database", at: path)
    try DatabaseFile.requirePlace(at: file)
    let summary = try saying(path, "Nothing was copied. \(DatabaseFileError.wayBack).") {
      try DatabaseBackup.write(path, to: file, replacing: replacing, makingRoom: makingRoom)
    }
    return """
      \(file): examined, \(words(summary)).
      \(warning(summary))It holds every secret of the server: keep it where no one else can read it.

      """
  }

  /// Replaces the database by a copy while no server has it open.
  /// - Parameter endingKeys: whether all people and programs have to sign in again.
  /// - Returns: the text for the operator, with the effects on people's promises.
  /// - Throws: ``SettingsError``; the database is then as it was.
  public func restore(from file: String, endingKeys: Bool) throws -> String {
    try DatabaseFile.require("backup", at: file)
    try DatabaseFile.requirePlace(at: path)
    let outcome = try saying(path, "Nothing was changed. Use another backup.") {
      try DatabaseRestore.run(from: file, to: path, now: clock.now, endingKeys: endingKeys)
    }
    let summary = outcome.summary
    var lines = ["\(path): restored and examined, \(words(summary))."]
    if let aside = outcome.keptAside { lines.append("What was there is now \(aside).") }
    if let beat = summary.lastBeat {
      lines.append("It knows nothing of what happened after \(beat.ISO8601Format()):")
    } else {
      lines.append(
        "No server has ever run on it. Of what happened since it was made it knows nothing:")
    }
    lines += [
      "- Check-ins, pauses and alerts of that time are gone. Tell people: who checked in is asked again.",
      "- Deadlines that passed in it get the courtesy window, as after downtime.",
      "- Alerts that were ended in it are on again, and their responders are called.",
      "- \(summary.waitingMessages) messages waited in it; those that were sent since go out again.",
      endingKeys
        ? "- All sessions and access tokens are ended: everybody has to sign in."
        : "- \(summary.openKeys) sessions and access tokens are good, also those revoked since "
          + "(--end-sessions ends them all).",
      "- Passkeys and addresses of things that were removed since open again, and printed codes that were"
        + " used since work once more: people who lost one have to remove it again.",
    ]
    return lines.map { $0 + "\n" }.joined() + warning(summary)
  }

  /// The effects of a migration, and whether it is done already. Reads the whole file.
  /// - Throws: ``SettingsError``, also for a file with damaged pages.
  public func migrationPlan() throws -> (text: String, isDone: Bool) {
    try DatabaseFile.require("database", at: path)
    let plan = try saying(path) {
      let plan = try SchemaPlan.of(path)
      try SQLiteExamination.requireWhole(path)
      return plan
    }
    let state = "schema \(plan.found), this version works with \(plan.known)"
    guard !plan.isDone else { return ("\(state): nothing to do\n", true) }
    return ("\(state): to do\n" + plan.steps.map { "- \($0)\n" }.joined(), false)
  }

  /// Applies the missing steps while no server has the database open.
  /// - Returns: the text for the operator.
  /// - Throws: ``SettingsError``.
  public func migrate() throws -> String {
    try DatabaseFile.require("database", at: path)
    let plan = try saying(path) { try SchemaPlan.carryOut(at: path, now: clock.now) }
    guard !plan.isDone else { return "schema \(plan.found): nothing to do\n" }
    return "schema \(plan.known): done\n" + plan.steps.map { "- \($0)\n" }.joined()
  }

  /// - Parameter advice: the advice for a damaged file.
  private func saying<Value>(
    _ file: String, _ advice: String = "\(DatabaseFileError.wayBack).", _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseFileError {
      if case .damaged = error { throw SettingsError("\(error) \(advice)") }
      throw SettingsError(error.description)
    } catch let error as StorageError {
      throw SettingsError("\(file): \(error)")
    }
  }

  private func words(_ summary: DatabaseSummary) -> String {
    let (people, entries) = (summary.rows["people"] ?? 0, summary.rows["timeline"] ?? 0)
    return "schema \(summary.schema), \(people) people, \(entries) entries in timelines"
  }

  private func warning(_ summary: DatabaseSummary) -> String {
    guard summary.brokenHeads > 0 else { return "" }
    return "WARNING: \(summary.brokenHeads) timelines do not end where they should; see "
      + "`lifesignal timeline verify`.\n"
  }
}
