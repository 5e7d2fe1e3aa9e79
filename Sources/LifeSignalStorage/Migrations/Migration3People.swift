extension Migration {
  /// Pictures, the logs of profile views and pings, and the purpose of a one-time code.
  ///
  /// The previous release works on this schema: it writes neither of the new columns, and their
  /// defaults are what it means.
  static let accounts = Migration(
    version: 3, name: "people",
    statements: [
      "ALTER TABLE people ADD COLUMN picture TEXT",
      "ALTER TABLE one_time_codes ADD COLUMN purpose TEXT NOT NULL DEFAULT 'signIn'",
      "ALTER TABLE one_time_codes ADD COLUMN person_id {int64}",
      """
      CREATE TABLE pictures (
        id TEXT PRIMARY KEY,
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        bytes {bytes} NOT NULL,
        created_at {int64} NOT NULL
      ){strict}
      """,
      "CREATE INDEX pictures_person ON pictures (person_id)",
      """
      CREATE TABLE activities (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        contact_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        contact_name TEXT NOT NULL,
        at {int64} NOT NULL
      ){strict}
      """,
      "CREATE INDEX activities_person ON activities (person_id, id)",
      "CREATE INDEX activities_contact ON activities (contact_id, person_id, kind, id)",
      // Entries about a person in other people's centres are deleted with their account.
      """
      CREATE INDEX notifications_related ON notifications (related_contact_id)
      WHERE related_contact_id IS NOT NULL
      """,
    ])
}
