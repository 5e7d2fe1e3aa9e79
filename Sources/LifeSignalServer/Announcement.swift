import Foundation
import LifeSignalDelivery

/// The text on standard output once the server listens.
struct Announcement {
  let settings: Settings
  let port: Int
  /// For the link to the first account; nil where someone is registered. A secret: printed here, and
  /// nowhere else.
  var firstAccount: String?

  var text: String {
    var lines = ["LifeSignal is running: \(settings.listeningAddress(port: port))"]
    if let firstAccount {
      lines.append("No one is registered yet. Open this link to create the first account:")
      lines.append("  \(settings.address(port: port))/join/\(firstAccount)")
      lines.append("It works once, within 24 hours. A restart prints a new one.")
    }
    if let mail = settings.mail { lines.append("E-mail goes through \(mail.host):\(mail.port).") }
    let services = [
      ("ntfy", settings.services.ntfy), ("Matrix", settings.services.matrix),
      ("Telegram", settings.services.telegram),
    ]
    for (name, account) in services {
      if let account { lines.append("\(name) goes through \(account.server).") }
    }
    if let apns = settings.apns {
      lines.append("Phones are reached as \(apns.topic) by \(apns.baseURL).")
    }
    if settings.isDemo {
      lines.append("Sign in with one of these numbers; the code appears here.")
      for member in DemoWorld.members {
        lines.append("  \(member.typedNumber)  \(member.name) \(member.part)")
      }
      lines.append("Use one browser profile or private window per person. Stop with Ctrl-C.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Unbuffered, also into a pipe, which waits for it in tests.
  func print() {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
