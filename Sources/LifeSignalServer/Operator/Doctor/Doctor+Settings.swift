import Foundation
import NIOSSL

extension Doctor {
  /// Files that hold secrets are for the server alone.
  func examineFiles(_ settings: Settings, _ report: inout DoctorReport) {
    let files = [
      arguments.configurationFile ?? environment["LIFESIGNAL_CONFIGURATION"],
      environment["LIFESIGNAL_CARRIER_TOKEN_FILE"], environment["LIFESIGNAL_SMTP_PASSWORD_FILE"],
      settings.tls?.privateKey,
    ].compactMap { $0 }
    let open = files.filter { Self.isOpenToOthers($0) }
    if let first = open.first {
      report.note(
        "secrets", .warning, "everybody on this machine may read \(open.joined(separator: ", "))",
        advice: "Do: chmod o= \(first)")
    } else {
      report.note("secrets", .ok, files.isEmpty ? "in no file" : "in \(files.count) closed files")
    }
  }

  /// A connection is an open file. The result holds for a server with the limits of this command.
  func examineConnections(_ settings: Settings, _ report: inout DoctorReport) {
    let files = world.openFiles()
    do {
      let limits = try ConnectionLimits(
        files: files, cores: ProcessInfo.processInfo.activeProcessorCount, settings: settings)
      let words = "\(files) open files leave room for \(limits.total) connections"
      guard limits.total < 500 else { return report.note("connections", .ok, words) }
      report.note(
        "connections", .warning, words,
        advice:
          "One open page is one connection. Allow more files: LimitNOFILE= of systemd, ulimit -n")
    } catch {
      report.note(
        "connections", .failure, "\(error)", advice: "The server refuses to start with so few files"
      )
    }
  }

  static func isOpenToOthers(_ path: String) -> Bool {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    return ((values?[.posixPermissions] as? NSNumber)?.intValue ?? 0) & 0o007 != 0
  }

  func examineOrigin(_ settings: Settings, _ report: inout DoctorReport) {
    guard let origin = settings.origin, let parts = URLComponents(string: origin),
      let host = parts.host
    else {
      return report.note(
        "origin", settings.isDemo ? .ok : .warning, "http.origin is not set",
        advice: settings.isDemo
          ? nil
          : "Set it to the address people use: mails have no button and carriers cannot answer")
    }
    guard parts.scheme == "https" else {
      return report.note(
        "origin", .warning, "\(origin) is for this machine only",
        advice: "Push messages, installing the app and other people need https")
    }
    guard world.resolves(host) else {
      return report.note(
        "origin", .failure, "\(host) leads nowhere",
        advice: "Add it to the DNS, or correct http.origin")
    }
    guard settings.isReachedOverTLS else {
      return report.note(
        "origin", .warning, "\(origin) is https, but nothing here ends TLS",
        advice: "Set tls.certificate and tls.privateKey, or http.behindProxy")
    }
    report.note("origin", .ok, "\(origin) leads somewhere")
  }

  func examineCertificate(_ settings: Settings, _ report: inout DoctorReport) {
    guard let tls = settings.tls else {
      return report.note(
        "certificate", .ok, settings.isBehindProxy ? "the proxy's" : "none, and none is needed")
    }
    let keeps = "a server that runs shows the one before on"
    let certificate: Certificate
    do {
      certificate = try Certificate(tls)
    } catch {
      return report.note(
        "certificate", .failure, "\(error)", advice: "Renew or replace it; \(keeps)")
    }
    let now = world.now()
    if let objection = certificate.objection(at: now) {
      return report.note(
        "certificate", .failure, "the one in \(tls.certificate) \(objection)",
        advice: "Renew it, or set the clock right; \(keeps)")
    }
    let left = certificate.validity.end.timeIntervalSince(now)
    let days = Int(left / 86_400)
    if left < 14 * 86_400 {
      report.note(
        "certificate", .warning, "ends in \(days) days",
        advice: "Renew it, and find out why it was not renewed yet")
    } else {
      report.note("certificate", .ok, "good for \(days) days")
    }
  }

  func examinePort(_ settings: Settings, isRunning: Bool, _ report: inout DoctorReport) {
    let (host, port) = (settings.host, settings.port)
    guard port != 0 else { return report.note("port", .ok, "any free one") }
    switch world.listening(host, port) {
    case .free where isRunning:
      report.note(
        "port", .warning, "port \(port) of \(host) is free, but a server works on this database",
        advice: "It has other settings; give the doctor the same")
    case .free: report.note("port", .ok, "port \(port) of \(host) is free")
    case .impossible(let reason):
      report.note(
        "port", .failure, "no server can listen on \(host) port \(port): \(reason)",
        advice: "Choose another; ports below 1024 need a permission of their own")
    case .taken:
      let isOurs =
        settings.tls == nil ? world.health(host, port)?.isOurs ?? false : isRunning
      if isOurs {
        report.note("port", .ok, "port \(port) of \(host) is our server's")
      } else {
        report.note(
          "port", .failure,
          "port \(port) of \(host) is taken by another program, or by a server that does not answer",
          advice: "Restart the server, stop the other program, or choose another port")
      }
    }
  }
}
