import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

extension OperatorTool {
  /// The link of a new invitation in the operator's name.
  /// - Parameters:
  ///   - life: "7d" or "12h".
  ///   - address: scheme and host under which others reach the server.
  /// - Throws: ``SettingsError`` for a life that is none.
  public func invite(for life: String, at address: String) async throws -> String {
    guard let seconds = Self.seconds(of: life) else {
      throw SettingsError("--expires: must be hours or days, such as 12h or 7d.")
    }
    do {
      let made = try await engine().perform(InviteAsOperator(life: seconds), by: System())
      return "\(address)/join/\(made.token)"
    } catch let refusal as Refusal {
      throw SettingsError("--expires: \(refusal)")
    }
  }

  /// One line for each open invitation, members' too; those that expire first come first. Neither names
  /// nor links: these are stored nowhere.
  public func invitations() async throws -> String {
    let now = clock.now
    let open = try await ledger.read { try $0.openInvitations(at: now) }
    guard !open.isEmpty else { return "There are no open invitations.\n" }
    return open.map { invitation in
      let inviter = invitation.inviter == nil ? "operator" : "member"
      return """
        \(invitation.id) by=\(inviter) made=\(invitation.createdAt.ISO8601Format()) \
        expires=\(invitation.expiresAt.ISO8601Format())\n
        """
    }
    .joined()
  }

  /// - Throws: ``SettingsError`` when there is no such invitation, or it has been used.
  public func withdrawInvitation(_ id: String) async throws {
    do {
      try await engine().perform(
        WithdrawAsOperator(id: Invitation.ID(rawValue: id)), by: System())
    } catch let refusal as Refusal {
      throw SettingsError("\(id): \(refusal)")
    }
  }

  /// Seconds; nil for what is neither hours nor days.
  static func seconds(of life: String) -> TimeInterval? {
    guard let match = life.wholeMatch(of: /([0-9]{1,4})([hd])/), let count = Double(match.1) else {
      return nil
    }
    return count * (match.2 == "d" ? 86_400 : 3_600)
  }
}
