/// One step of the schema. Steps are append-only: one that has been released never changes, and
/// the previous release must be able to work on the schema it leaves behind.
///
/// Words in braces stand for what databases spell differently: `{key}` a 64-bit primary key,
/// `{int64}`, `{bytes}`, `{strict}` the end of a table, `{clustered}` the end of a table that is
/// stored in the order of its composite key. `{refuse} 'why' {unless} condition {end}` is what a
/// trigger does.
struct Migration: Sendable {
  /// 1, 2, 3 … without gaps.
  let version: Int
  let name: String
  /// Run in this order, in one transaction.
  let statements: [String]
}

extension Migration {
  /// All steps, oldest first.
  static let all: [Migration] = [
    .foundation, .language, .accounts, .promise, .retiredCodes, .escalation,
    .timeline, .audit, .ownReminders, .replies, .timelineEnds, .things, .accessTokens,
    .channels, .requests, .checkInCodes, .drills, .signIn,
    .pushSessions,
  ]
}
