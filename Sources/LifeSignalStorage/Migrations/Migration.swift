/// One step of the schema. Steps are append-only: a released step never changes, and the previous
/// release must be able to work on the schema after it.
///
/// So a step only adds: tables, indexes, columns that may be NULL or have a default, values that an
/// earlier release reads as unknown. Then a release that knows an earlier schema starts on the
/// later one, which allows a downgrade. A step that removes something, or whose rows an earlier
/// release would damage, sets ``isBreaking``; it belongs in a release of its own, after one that no
/// longer needs the removed parts. `schema_migrations.readable_from` keeps, for each step, the
/// oldest schema that a release must know to work on it.
///
/// Words in braces stand for parts that databases spell differently: `{key}` a 64-bit primary key,
/// `{int64}`, `{bytes}`, `{strict}` the end of a table, `{clustered}` the end of a table that is
/// stored in the order of its composite key. `{refuse} 'why' {unless} condition {end}` is a
/// trigger's action.
struct Migration: Sendable {
  /// 1, 2, 3 … without missing numbers.
  let version: Int
  let name: String
  /// Run in this order, in one transaction.
  let statements: [String]
  /// Whether releases that do not know this step must not open the database after it.
  var isBreaking = false
}

extension Migration {
  /// The schema of the first release that reads `readable_from`: no earlier release opens a later
  /// schema.
  static let firstReadable = 19

  /// All steps, oldest first.
  static let all: [Migration] = [
    .foundation, .language, .accounts, .promise, .retiredCodes, .escalation,
    .timeline, .audit, .ownReminders, .replies, .timelineEnds, .things, .accessTokens,
    .channels, .requests, .checkInCodes, .drills, .signIn,
    .pushSessions, .alertKeys, .helpers, .retention, .responderRequests,
    .requestHistory, .invitations, .signInByMail, .wishes, .sessionEnds, .snoozes,
  ]
}
