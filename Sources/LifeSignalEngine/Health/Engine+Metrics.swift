import Foundation
import LifeSignalModel

extension Engine {
  /// The operator's figures in Prometheus' text format. They name no person.
  ///
  /// Names follow https://prometheus.io/docs/practices/naming.
  /// - Parameter figures: further figures from other modules.
  public func metrics(
    health: HealthReport, adding figures: [OperatorFigure] = []
  ) async throws -> String {
    let now = clock.now
    let outbox = try await ledger.read(for: .promise) { try $0.outboxFigures() }
    var text = MetricsText()
    text.gauge("lifesignal_ready", "1 while every promise can be kept.", health.isReady ? 1 : 0)

    text.family("lifesignal_loop_age_seconds", "gauge", "Seconds since each loop last turned.")
    for (loop, age) in health.loops.sorted(by: { $0.key < $1.key }) {
      text.sample("lifesignal_loop_age_seconds", ["loop": loop], age)
    }
    text.family("lifesignal_findings", "gauge", "What is broken now, or deserves a look.")
    for kind in AuditFinding.Kind.allCases {
      text.sample(
        "lifesignal_findings", ["kind": kind.rawValue], Double(health.findings[kind.rawValue] ?? 0))
    }
    for kind in LedgerCondition.Finding.allCases {
      text.sample(
        "lifesignal_findings", ["kind": kind.rawValue], Double(health.findings[kind.rawValue] ?? 0))
    }
    for loop in UpkeepLoop.allCases {
      text.sample(
        "lifesignal_findings", ["kind": loop.finding], Double(health.findings[loop.finding] ?? 0))
    }

    text.family("lifesignal_deliveries", "gauge", "Messages in the outbox that are not done.")
    for figure in outbox {
      let labels = ["channel": figure.kind.rawValue, "state": figure.state.rawValue]
      text.sample("lifesignal_deliveries", labels, Double(figure.count))
    }
    text.family(
      "lifesignal_oldest_waiting_seconds", "gauge",
      "How long the message that has waited longest is past its time.")
    for figure in outbox where figure.state == .ready {
      let age = figure.oldest.map { max(0, now.timeIntervalSince($0)) } ?? 0
      text.sample("lifesignal_oldest_waiting_seconds", ["channel": figure.kind.rawValue], age)
    }

    writeBudgets(to: &text)

    let counts = tally.all
    text.family("lifesignal_messages_total", "counter", "What became of messages, by attempt.")
    for event in Tally.Event.allCases {
      let byKind = (counts.events[event] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
      for (kind, count) in byKind {
        text.sample(
          "lifesignal_messages_total", ["channel": kind.rawValue, "event": event.rawValue],
          Double(count))
      }
    }
    text.family(
      "lifesignal_alarm_lateness_seconds", "histogram",
      "From an alarm's being due to its being handed over.")
    text.histogram("lifesignal_alarm_lateness_seconds", [:], counts.lateness)
    text.family(
      "lifesignal_dwell_seconds", "histogram",
      "Where the time goes between a promise and the person it is for.")
    for stage in Tally.Stage.allCases {
      text.histogram(
        "lifesignal_dwell_seconds", ["stage": stage.rawValue], counts.dwell[stage] ?? Histogram())
    }
    text.family("lifesignal_waiting_writes", "gauge", "Writes that wait for the database.")
    for lane in WriteLane.allCases {
      let waiting = Double(ledger.waitingWrites(in: lane))
      text.sample("lifesignal_waiting_writes", ["lane": "\(lane)"], waiting)
    }
    writeCondition(to: &text)
    text.add(figures)
    return text.text
  }

  private func writeCondition(to text: inout MetricsText) {
    let condition = ledger.condition
    let gauges: [(String, String, Int64?)] = [
      ("lifesignal_log_bytes", "Commits not yet in the database file.", condition.logBytes),
      ("lifesignal_disk_free_bytes", "Free on the database's disk.", condition.freeBytes),
      ("lifesignal_disk_bytes", "Size of the database's disk.", condition.diskBytes),
    ]
    for (name, help, value) in gauges {
      if let value { text.gauge(name, help, Double(value)) }
    }
  }
}

extension Engine {
  /// What the couriers may spend today, where there is a limit.
  private func writeBudgets(to text: inout MetricsText) {
    let budgets = couriers.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { kind, courier in courier.budgets.map { (kind.rawValue, $0) } }
    guard !budgets.isEmpty else { return }
    let families: [(String, String, String, (BudgetFigure) -> Int)] = [
      ("lifesignal_budget_limit", "gauge", "What may be spent in a day.", \.limit),
      ("lifesignal_budget_used", "gauge", "What of it is spent today.", \.used),
      (
        "lifesignal_budget_refused_total", "counter", "Messages refused for want of it.", \.refused
      ),
    ]
    for (name, type, help, value) in families {
      text.family(name, type, help)
      for (channel, figure) in budgets {
        text.sample(
          name, ["channel": channel, "budget": figure.name], Double(value(figure)))
      }
    }
  }
}
