import ArgumentParser
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

/// A person's own state; with a database the server's, as this command was used before there were
/// persons.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show how you are doing: your deadline, your alert, who asks.",
    discussion: "With --database it is `lifesignal server status`.")

  @OptionGroup var options: ClientOptions

  @Option(help: ArgumentHelp("Show the server beside this SQLite file instead.", valueName: "file"))
  var database: String?

  func run() async throws {
    if let database { return try await ServerStatus.show(database) }
    try await options.run { client in
      let user = try await client.clients.user.currentUser()
      guard !client.json else { return try sayJSON(user) }
      let pings = try await client.clients.answer(GetPendingPings()).items.filter {
        $0.recipientID == user.id
      }
      say(user.displayName.printable)
      say(TextTable(rows: user.rows(pings: pings)).text)
    }
  }
}

extension UserData {
  func rows(pings: [PingData]) -> [[String]] {
    var rows = [["  State", stateWords]]
    rows.append(["  Checked in", lastCheckedIn?.local ?? "never"])
    if let pausedUntil { rows.append(["  Paused until", pausedUntil.local]) }
    rows.append(["  Due by", expirationTimestamp?.local ?? "no date"])
    if let manualAlertTimestamp { rows.append(["  Alert since", manualAlertTimestamp.local]) }
    let names = pings.map { ($0.senderName ?? "someone").printable }
    rows.append(["  Asked by", names.isEmpty ? "no one" : names.joined(separator: ", ")])
    return rows
  }

  var stateWords: String {
    switch status {
    case .alertActive: "alert on"
    case .nonResponsive: "missed a check-in"
    case .active: pausedUntil != nil ? "paused" : checksIn ? "well" : "no check-ins"
    }
  }
}
