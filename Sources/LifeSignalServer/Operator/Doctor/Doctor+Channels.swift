import Foundation
import LifeSignalDelivery
import LifeSignalModel

extension Doctor {
  private struct Way {
    var name: String
    var at: String
    var ask: @Sendable (DoctorWorld) async throws -> Date?
  }

  /// Credentials were examined with the settings: half an account is refused there.
  /// - Returns: by how many seconds the clocks of those who answered are ahead of ours.
  func examineChannels(
    _ settings: Settings, _ report: inout DoctorReport
  ) async -> [TimeInterval] {
    if settings.carrier == nil, !settings.isDemo {
      report.note(
        "channel.sms", .failure, "there is no carrier, so no one gets a code to sign in with",
        advice: "Set carrier.account, carrier.token and sms.from")
    }
    var offsets: [TimeInterval] = []
    for way in ways(settings) {
      guard reaches else {
        report.note("channel.\(way.name)", .ok, "set up; --reach asks \(way.at)")
        continue
      }
      do {
        let before = world.now()
        if let date = try await way.ask(world) {
          // Theirs is cut to the second, ours lies between asking and the answer.
          let middle = before.addingTimeInterval(world.now().timeIntervalSince(before) / 2)
          offsets.append(date.addingTimeInterval(0.5).timeIntervalSince(middle))
        }
        report.note("channel.\(way.name)", .ok, "set up; \(way.at) answers")
      } catch {
        report.note(
          "channel.\(way.name)", .failure, "\(way.at) does not answer",
          advice: "See whether a firewall is between, or the address is wrong")
      }
    }
    return offsets
  }

  private func ways(_ settings: Settings) -> [Way] {
    func web(_ name: String, _ url: String?) -> Way? {
      url.map { url in Way(name: name, at: url) { try await $0.reach(url) } }
    }
    var ways = [
      web("sms", settings.carrier?.account.baseURL),
      settings.carrier?.voiceNumber == nil
        ? nil : web("voice", settings.carrier?.account.baseURL),
      web("ntfy", settings.services.ntfy?.server),
      web("matrix", settings.services.matrix?.server),
      web("telegram", settings.services.telegram?.server),
      // The one of the four that most browsers use.
      settings.isDemo ? nil : web("webpush", "https://fcm.googleapis.com"),
    ].compactMap(\.self)
    if let mail = settings.mail {
      ways.append(
        Way(name: "email", at: "\(mail.host):\(mail.port)") { world in
          guard world.connects(mail.host, mail.port) else { throw URLError(.cannotConnectToHost) }
          return nil
        })
    }
    return ways
  }

  /// A machine cannot know by itself whether its clock is right. Visible are only whether it went
  /// back, whether the system follows a time service, and the clocks of servers that answered.
  func examineClock(beat: Date?, offsets: [TimeInterval], _ report: inout DoctorReport) {
    let now = world.now()
    if let beat, beat.timeIntervalSince(now) > 5 {
      return report.note(
        "clock", .failure,
        "it is \(Int(clamping: beat.timeIntervalSince(now))) s behind the server's last beat",
        advice: "It was set back, or the demo's was moved on; set it right before the next start")
    }
    let apart = offsets.sorted()
    if let middle = apart.isEmpty ? nil : apart[apart.count / 2], abs(middle) > 5 {
      return report.note(
        "clock", .failure, "others' clocks say that it is off by \(Int(clamping: middle)) s",
        advice: "Switch NTP on, for example systemd-timesyncd or chrony")
    }
    switch world.keepsTime() {
    case true?: report.note("clock", .ok, "the system says that it follows a time server")
    case false?:
      report.note(
        "clock", .warning, "the system says that it follows no time server",
        advice: "Switch NTP on, for example systemd-timesyncd or chrony")
    case nil:
      report.note(
        "clock", .ok,
        offsets.isEmpty
          ? "it has not gone back; whether it is right cannot be seen from here"
          : "it agrees with those who answered")
    }
  }
}
