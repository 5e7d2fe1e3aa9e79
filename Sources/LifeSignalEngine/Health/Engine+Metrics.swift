import Foundation
import LifeSignalModel

extension Engine {
  /// The operator's figures in Prometheus' text format. They name nobody.
  public func metrics(health: HealthReport) async throws -> String {
    let now = clock.now
    let figures = try await ledger.read { try $0.outboxFigures() }
    var text = MetricsText()
    text.gauge("lifesignal_ready", "1 while every promise can be kept.", health.isReady ? 1 : 0)

    text.family("lifesignal_loop_age_seconds", "gauge", "Seconds since each loop last turned.")
    for (loop, age) in health.loops.sorted(by: { $0.key < $1.key }) {
      text.sample("lifesignal_loop_age_seconds", ["loop": loop], age)
    }
    text.family("lifesignal_findings", "gauge", "Promises that are broken now.")
    for kind in AuditFinding.Kind.allCases {
      text.sample(
        "lifesignal_findings", ["kind": kind.rawValue], Double(health.findings[kind.rawValue] ?? 0))
    }

    text.family("lifesignal_deliveries", "gauge", "Messages in the outbox that are not done.")
    for figure in figures {
      let labels = ["channel": figure.kind.rawValue, "state": figure.state.rawValue]
      text.sample("lifesignal_deliveries", labels, Double(figure.count))
    }
    text.family(
      "lifesignal_oldest_waiting_seconds", "gauge",
      "How long the message that has waited longest is past its time.")
    for figure in figures where figure.state == .ready {
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
    text.histogram(
      "lifesignal_alarm_lateness_seconds", "From an alarm's being due to its being handed over.",
      buckets: zip(Tally.buckets, counts.lateness).map { ($0, $1) },
      beyond: counts.lateness.last ?? 0, sum: counts.latenessSum)
    text.gauge(
      "lifesignal_waiting_writes", "Writes that wait for the database.", Double(ledger.backlog))
    return text.text
  }
}

extension Engine {
  /// What the couriers may spend today, where somebody has limited it.
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

/// https://prometheus.io/docs/instrumenting/exposition_formats/
private struct MetricsText {
  private(set) var text = ""

  mutating func family(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  mutating func sample(_ name: String, _ labels: [String: String], _ value: Double) {
    let pairs = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
    text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    family(name, "gauge", help)
    sample(name, [:], value)
  }

  mutating func histogram(
    _ name: String, _ help: String, buckets: [(TimeInterval, Int)], beyond: Int, sum: Double
  ) {
    family(name, "histogram", help)
    var count = 0
    for (limit, share) in buckets {
      count += share
      sample("\(name)_bucket", ["le": "\(limit)"], Double(count))
    }
    sample("\(name)_bucket", ["le": "+Inf"], Double(count + beyond))
    sample("\(name)_sum", [:], sum)
    sample("\(name)_count", [:], Double(count + beyond))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
