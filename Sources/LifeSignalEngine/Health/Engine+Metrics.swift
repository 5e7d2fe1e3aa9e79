import Foundation
import LifeSignalModel

extension Engine {
  /// The operator's figures. They name no person.
  ///
  /// - Parameter figures: further figures from other modules.
  public func metrics(
    health: HealthReport, adding figures: [OperatorFigure] = []
  ) async throws -> [MetricFamily] {
    let outbox = try await ledger.read(for: .promise) { try $0.outboxFigures() }
    return states(of: health) + waiting(in: outbox) + budgets() + results()
      + [waitingWrites()] + condition() + MetricFamily.families(of: figures)
  }

  private func states(of health: HealthReport) -> [MetricFamily] {
    var ages = MetricFamily(
      "lifesignal_loop_age_seconds", .gauge, "Seconds since each loop last turned.")
    for (loop, age) in health.loops.sorted(by: { $0.key < $1.key }) {
      ages.add(age, ["loop": loop])
    }
    var findings = MetricFamily(
      "lifesignal_findings", .gauge, "What is broken now, or deserves a look.")
    let kinds =
      AuditFinding.Kind.allCases.map(\.rawValue)
      + LedgerCondition.Finding.allCases.map(\.rawValue) + UpkeepLoop.allCases.map(\.finding)
    for kind in kinds { findings.add(Double(health.findings[kind] ?? 0), ["kind": kind]) }
    let ready = MetricFamily(
      "lifesignal_ready", "1 while every promise can be kept.", health.isReady ? 1 : 0)
    return [ready, ages, findings]
  }

  private func waiting(in outbox: [OutboxFigure]) -> [MetricFamily] {
    let now = clock.now
    var deliveries = MetricFamily(
      "lifesignal_deliveries", .gauge, "Messages in the outbox that are not done.")
    for figure in outbox {
      deliveries.add(
        Double(figure.count),
        ["channel": figure.kind.rawValue, "state": figure.state.rawValue])
    }
    var oldest = MetricFamily(
      "lifesignal_oldest_waiting_seconds", .gauge,
      "How long the message that has waited longest is past its time.")
    for figure in outbox where figure.state == .ready {
      let age = figure.oldest.map { max(0, now.timeIntervalSince($0)) } ?? 0
      oldest.add(age, ["channel": figure.kind.rawValue])
    }
    return [deliveries, oldest]
  }

  /// What the couriers may spend today, where there is a limit.
  private func budgets() -> [MetricFamily] {
    let budgets = couriers.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { kind, courier in courier.budgets.map { (kind.rawValue, $0) } }
    guard !budgets.isEmpty else { return [] }
    let families: [(MetricFamily, (BudgetFigure) -> Int)] = [
      (MetricFamily("lifesignal_budget_limit", .gauge, "What may be spent in a day."), \.limit),
      (MetricFamily("lifesignal_budget_used", .gauge, "What of it is spent today."), \.used),
      (
        MetricFamily(
          "lifesignal_budget_refused_total", .counter, "Messages refused for want of it."),
        \.refused
      ),
    ]
    return families.map { family, value in
      var family = family
      for (channel, figure) in budgets {
        family.add(Double(value(figure)), ["channel": channel, "budget": figure.name])
      }
      return family
    }
  }

  private func results() -> [MetricFamily] {
    let counts = tally.all
    var messages = MetricFamily(
      "lifesignal_messages_total", .counter, "What became of messages, by attempt.")
    for event in Tally.Event.allCases {
      let byKind = (counts.events[event] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
      for (kind, count) in byKind {
        messages.add(Double(count), ["channel": kind.rawValue, "event": event.rawValue])
      }
    }
    var lateness = MetricFamily(
      "lifesignal_alarm_lateness_seconds", .histogram,
      "From an alarm's being due to its being handed over.")
    lateness.add(counts.lateness)
    var dwell = MetricFamily(
      "lifesignal_dwell_seconds", .histogram,
      "Where the time goes between a promise and the person it is for.")
    for stage in Tally.Stage.allCases {
      dwell.add(counts.dwell[stage] ?? Histogram(), ["stage": stage.rawValue])
    }
    return [messages, lateness, dwell]
  }

  private func waitingWrites() -> MetricFamily {
    var writes = MetricFamily(
      "lifesignal_waiting_writes", .gauge, "Writes that wait for the database.")
    for lane in WriteLane.allCases {
      writes.add(Double(ledger.waitingWrites(in: lane)), ["lane": "\(lane)"])
    }
    return writes
  }

  private func condition() -> [MetricFamily] {
    let condition = ledger.condition
    let gauges: [(String, String, Int64?)] = [
      ("lifesignal_log_bytes", "Commits not yet in the database file.", condition.logBytes),
      ("lifesignal_disk_free_bytes", "Free on the database's disk.", condition.freeBytes),
      ("lifesignal_disk_bytes", "Size of the database's disk.", condition.diskBytes),
    ]
    return gauges.compactMap { name, help, value in
      value.map { MetricFamily(name, help, Double($0)) }
    }
  }
}
