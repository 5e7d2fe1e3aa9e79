import ArgumentParser
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

struct CheckInCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-in", abstract: "Say that you are well.")

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try await options.run { client in
      let at = try await client.clients.checkIn.checkIn()
      guard !client.json else { return try sayJSON(InstantAnswer(at: at)) }
      say("Checked in at \(at.local).")
      // A token that may only check in cannot read when the next one is due.
      guard let deadline = try? await client.clients.user.currentUser().expirationTimestamp
      else { return }
      say("The next one is due by \(deadline.local).")
    }
  }
}

struct PingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping", abstract: "Ask someone you look after whether they are OK.")

  @OptionGroup var options: ClientOptions

  @Argument(help: "Their name, a part of it, or their id.")
  var who: String

  @Flag(help: "Ping even during a duress alert. Someone beside them may see it.")
  var evenUnderDuress = false

  func run() async throws {
    try await options.run { client in
      let contacts = try await client.clients.contacts.getContacts()
        .filter { $0.isDependent && $0.relation == .accepted }
      let contact = try contacts.named(who)
      if let warning = contact.duressWarning, !evenUnderDuress {
        throw ClientFailure(
          .usage, "\(warning) No ping was sent. To send it anyway, add --even-under-duress.")
      }
      let ping = try await client.clients.perform(PingDependent(dependent: contact.id))
      guard !client.json else { return try sayJSON(ping) }
      say("Asked \(contact.shownName.printable).")
    }
  }
}

struct Respond: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answer those who ask whether you are OK.")

  @OptionGroup var options: ClientOptions

  @Argument(help: "Whom to answer: their name, a part of it, or their id. Without one, everyone.")
  var who: String?

  func run() async throws {
    try await options.run { client in
      guard let who else {
        try await client.clients.perform(RespondToAllPings())
        if !client.json { say("Answered. No one is waiting.") }
        return
      }
      let me = try await client.clients.user.currentUser().id
      let waiting = try await client.clients.answer(GetPendingPings()).items.filter {
        $0.recipientID == me
      }
      let ping = try waiting.asked(by: who)
      try await client.clients.perform(RespondToPing(id: ping.id))
      if !client.json { say("Answered \((ping.senderName ?? who).printable).") }
    }
  }
}

struct AlertCommand: AsyncParsableCommand {
  enum State: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  static let configuration = CommandConfiguration(
    commandName: "alert", abstract: "Call your responders for help, or end that.")

  @OptionGroup var options: ClientOptions

  @Argument(help: "on or off.")
  var state: State

  @Flag(help: "Do not ask.")
  var yes = false

  func run() async throws {
    try await options.run { client in
      guard yes || agreed() else {
        throw ClientFailure(.usage, "Nothing was done. Please answer yes, or add --yes.")
      }
      let at =
        try await state == .on
        ? client.clients.perform(ActivateAlert()).at : client.clients.perform(DeactivateAlert()).at
      guard !client.json else { return try sayJSON(InstantAnswer(at: at)) }
      say(
        state == .on
          ? "The alert is on since \(at.local). We are contacting your responders."
          : "The alert ended at \(at.local). We are letting your responders know.")
    }
  }

  private func agreed() -> Bool {
    let question =
      state == .on ? "Tell all your responders that you need help?" : "End your alert?"
    return ["y", "yes"].contains(ask("\(question) [y/N]")?.lowercased())
  }
}

extension [PingData] {
  /// The intended ping: by its sender's id, by their name, or by a part of a name that only one
  /// has.
  func asked(by text: String) throws -> PingData {
    if let exact = first(where: { $0.senderID.rawValue == text }) { return exact }
    let whole = filter { $0.senderName?.caseInsensitiveCompare(text) == .orderedSame }
    if whole.count == 1 { return whole[0] }
    let parts = filter { $0.senderName?.range(of: text, options: .caseInsensitive) != nil }
    switch parts.count {
    case 1: return parts[0]
    case 0: throw ClientFailure(.refused, "No one called \(text) is waiting for your answer.")
    default:
      let names = parts.map { "\(($0.senderName ?? "").printable) (\($0.senderID))" }
      throw ClientFailure(.usage, "Who is meant? \(names.joined(separator: ", ")).")
    }
  }
}

extension [ContactData] {
  /// The one that is meant: by id, by whole name, or by a part that only one has.
  func named(_ text: String) throws -> ContactData {
    if let exact = first(where: { $0.id.rawValue == text }) { return exact }
    let whole = filter { $0.shownName.caseInsensitiveCompare(text) == .orderedSame }
    if whole.count == 1 { return whole[0] }
    let parts = filter { $0.shownName.range(of: text, options: .caseInsensitive) != nil }
    switch parts.count {
    case 1: return parts[0]
    case 0: throw ClientFailure(.refused, "You look after no one called \(text).")
    default:
      let names = parts.map { "\($0.shownName.printable) (\($0.id))" }.joined(separator: ", ")
      throw ClientFailure(.usage, "Who is meant? \(names).")
    }
  }
}
