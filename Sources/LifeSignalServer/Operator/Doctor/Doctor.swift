import LifeSignalModel

/// Examines everything between the settings and the promise, and gives advice. Beside the running
/// server, or before one is started; changes nothing.
public struct Doctor: Sendable {
  let arguments: Settings.Arguments
  let environment: [String: String]
  /// Whether others may be spoken with: carriers, mail servers, services.
  let reaches: Bool
  let world: DoctorWorld

  /// - Parameters:
  ///   - arguments: those of `serve`.
  ///   - reaches: whether to send the carriers a request, without credentials.
  public init(
    arguments: Settings.Arguments, environment: [String: String], reaches: Bool = false
  ) {
    self.init(
      arguments: arguments, environment: environment, reaches: reaches, world: .machine)
  }

  init(
    arguments: Settings.Arguments, environment: [String: String], reaches: Bool,
    world: DoctorWorld
  ) {
    self.arguments = arguments
    self.environment = environment
    self.reaches = reaches
    self.world = world
  }

  public func examine() async -> DoctorReport {
    var report = DoctorReport()
    examineCredentials(&report)
    let settings: Settings
    do {
      settings = try await Settings.read(arguments: arguments, environment: environment)
    } catch {
      report.note(
        "settings", .failure, "\(error)",
        advice: "Nothing else can be examined before this is put right")
      return report
    }
    report.note("settings", .ok, "understood")
    examineFiles(settings, &report)
    examineConnections(settings, &report)
    examineOrigin(settings, &report)
    examineCertificate(settings, &report)
    let state = await examineDatabase(settings, &report)
    examinePort(settings, isRunning: state?.isRunning ?? false, &report)
    let offsets = await examineChannels(settings, &report)
    examineClock(beat: state?.heartbeat?.beatAt, offsets: offsets, &report)
    return report
  }
}
