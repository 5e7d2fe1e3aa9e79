import Foundation

extension Doctor {
  /// systemd passes the server secrets that a command run by hand does not get (LoadCredential= of
  /// systemd.exec(5)). The doctor's results on settings and channels then differ from the server's.
  func examineCredentials(_ report: inout DoctorReport) {
    guard environment["CREDENTIALS_DIRECTORY"] == nil, world.handsSecrets() else { return }
    report.note(
      "credentials", .warning, "systemd hands the server secrets that this command does not get",
      // A process that systemd started has a number (systemd.exec(5)): the doctor's own unit lacks
      // the drop-in, and starting it again would give the same result.
      advice: environment["INVOCATION_ID"] == nil
        ? "Run: systemctl start lifesignal-doctor; journalctl -u lifesignal-doctor -o cat -n 40"
        : "Link the drop-in that names them: ln -s ../lifesignal.service.d/NAME.conf "
          + "/etc/systemd/system/lifesignal-doctor.service.d/; systemctl daemon-reload; "
          + "systemctl start lifesignal-doctor")
  }
}

extension DoctorWorld {
  /// Whether the unit of the server, or a drop-in for it, names credentials.
  /// - Parameter folder: where an administrator's units are.
  static func handsSecrets(in folder: String = "/etc/systemd/system") -> Bool {
    let unit = "\(folder)/lifesignal.service"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(unit).d")) ?? []
    let files = [unit] + names.filter { $0.hasSuffix(".conf") }.map { "\(unit).d/\($0)" }
    return files.contains { file in
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return text.split(whereSeparator: \.isNewline).contains { line in
        line.drop(while: \.isWhitespace).firstMatch(of: /^(Load|Set)Credential(Encrypted)?\s*=/)
          != nil
      }
    }
  }
}
