public import Foundation

extension Escalation: KeyedRecord {
  public static let table = RecordTable("escalations", unique: ["(alert_id)"])

  public static let blank = Escalation(alert: "", person: "", steps: [])

  public static func column(of alert: AlertRecord.ID) -> StoredValue { .id(alert) }

  public mutating func columns(_ column: inout Columns) throws {
    var answers = column.isStoring ? try StoredJSON.text(helpers) : nil
    try column("alert_id", &alert, .key)
    try column("person_id", &person, .fixed)
    // The steps change when a duress alert is raised again, and hardly ever otherwise.
    try column.json("steps", &steps)
    try column("rounds", &rounds)
    try column("stage", &stage)
    try column("step", &step)
    try column("round", &round)
    try column("calls", &calls)
    try column("next_fire_at", &nextFireAt)
    try column("gen", &gen, .compared)
    try column("told", &told, .always, or: [])
    try column("holder_id", &holder)
    try column("held_since", &heldSince)
    try column("offered_to_id", &offeredTo)
    try column("exhausted_at", &exhaustedAt)
    try column("ended_at", &endedAt, .end)
    // An unreadable value must not stop the escalation.
    try column("helpers", &answers, .always, or: nil)
    guard column.isReading else { return }
    helpers = []
    // Rows of an earlier release have no value.
    if let answers {
      if let known: [Helper] = try? StoredJSON.value(answers) {
        helpers = known
      } else {
        column.noteDamage()
      }
    }
    guard min(rounds, step, round, calls) >= 0 else {
      throw LedgerError.corrupt("A place in an escalation is below 0.")
    }
  }
}

extension Escalation: TimedRecord {
  public static let timer = RecordTimer<Escalation>("next_fire_at", where: .present("next_fire_at"))

  public var wakesAt: Date? { nextFireAt }
}

extension Escalation.Stage: ColumnValue {}
