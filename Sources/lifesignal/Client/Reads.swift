import ArgumentParser
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

struct Dependents: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the people you look after, those who need you first.")

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try await options.run { client in
      let contacts = try await client.clients.contacts.getContacts()
        .filter { $0.isDependent && $0.relation == .accepted }.inOrder
      guard !client.json else { return try sayJSON(ItemList(contacts)) }
      guard !contacts.isEmpty else { return say("You look after no one yet.") }
      let head = ["NAME", "STATE", "CHECKED IN", "DUE", "ID"]
      say(TextTable(rows: [head] + contacts.map(\.cells)).text)
      let warnings = contacts.compactMap(\.duressWarning)
      if !warnings.isEmpty { say(([""] + warnings).joined(separator: "\n")) }
    }
  }
}

struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write everything that is stored about you into a file.",
    discussion: """
      More than 15 minutes after signing in, a code is sent to you and asked for first.
      """)

  @OptionGroup var options: ClientOptions

  @Argument(help: ArgumentHelp("Where to; - is standard output.", valueName: "file"))
  var path: String

  func run() async throws {
    try await options.run { client in
      let document = try await client.proving { try await client.clients.user.exportData() }
      guard path != "-" else {
        FileHandle.standardOutput.write(document)
        return
      }
      do {
        try PrivateFile.write(document, to: path)
      } catch {
        throw ClientFailure(.failed, "\(path) cannot be written.")
      }
      if !client.json { say("Written to \(path).") }
    }
  }
}

extension [ContactData] {
  /// People who need help first, then by name.
  var inOrder: [ContactData] {
    sorted { left, right in
      left.needsAttention == right.needsAttention
        ? left.shownName.localizedStandardCompare(right.shownName) == .orderedAscending
        : left.needsAttention
    }
  }
}

extension ContactData {
  /// Name, state, last check-in, deadline and id, for a table.
  var cells: [String] {
    [
      shownName.printable, stateWords, lastCheckedIn?.local ?? "never",
      expiration?.local ?? "no date", id.rawValue,
    ]
  }

  var stateWords: String {
    if duressAlert != nil { return "secretly asks for help" }
    return switch status {
    case .alertActive: "needs help"
    case .nonResponsive: "missed a check-in"
    case .pendingPing: "asked, no answer yet"
    case .active: isPaused ? "paused" : checksIn ? "well" : "doesn’t check in"
    }
  }

  /// The page's warning: a call, a text or a ping could put them at risk.
  var duressWarning: String? {
    guard duressAlert != nil else { return nil }
    return """
      Don’t call, text or ping \(shownName.printable). Someone may be with them. If they may be in \
      danger, call the police.
      """
  }
}
