import Foundation
import LifeSignalEngine
import LifeSignalStorage

extension Server {
  /// The figures of this process alone. The start is the machine's time, as Prometheus compares it.
  static func figures(
    _ certificate: LiveCertificate?, _ gate: ConnectionGate, startedAt: Date = SystemClock().now
  ) -> @Sendable () -> [OperatorFigure] {
    let build = OperatorFigure(
      "lifesignal_build_info", "Always 1; what is running.",
      labels: ["schema": "\(SchemaPlan.knownSchema)", "swift": swiftVersion], 1)
    let start = OperatorFigure(
      "process_start_time_seconds", "When it was started, in seconds since 1970.",
      startedAt.timeIntervalSince1970)
    return {
      [build, start] + figures(of: gate) + (certificate.map(Self.figures(of:)) ?? [])
    }
  }

  private static func figures(of gate: ConnectionGate) -> [OperatorFigure] {
    let counts = gate.counts
    return [
      OperatorFigure("lifesignal_connections", "Connections that are open.", Double(counts.open)),
      OperatorFigure(
        "lifesignal_connections_closed_total",
        "Connections that were closed because others needed the room, since the start.",
        Double(counts.closedForRoom)),
      OperatorFigure(
        "lifesignal_connections_refused_total",
        "Connections that were not let in for want of room, since the start.",
        Double(counts.refused)),
    ]
  }

  private static func figures(of certificate: LiveCertificate) -> [OperatorFigure] {
    [
      OperatorFigure(
        "lifesignal_certificate_end_timestamp_seconds",
        "When the certificate that is shown ends, in seconds since 1970.",
        certificate.end.timeIntervalSince1970),
      OperatorFigure(
        "lifesignal_certificate_refused",
        "1 while the files hold a certificate that cannot be used, and the one before is shown on.",
        certificate.isKept ? 1 : 0),
    ]
  }

  #if compiler(>=6.4)
    private static let swiftVersion = "6.4+"
  #elseif compiler(>=6.3)
    private static let swiftVersion = "6.3"
  #else
    private static let swiftVersion = "6.2"
  #endif
}
