extension Migration {
  /// People, relations, the watch over each person, alerts, pings, notifications, the outbox,
  /// signing in.
  ///
  /// Instants are UTC milliseconds, flags 0 or 1. Rows of `notifications` and `deliveries` name
  /// other rows without foreign keys: history outlives its subjects.
  static let foundation = Migration(
    version: 1, name: "foundation",
    statements: people + relations + checkIns + alertsAndPings + notifications + deliveries + auth)

  private static let people = [
    """
    CREATE TABLE people (
      id {key},
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      phone_number TEXT NOT NULL UNIQUE,
      phone_region TEXT NOT NULL,
      emergency_note TEXT NOT NULL,
      qr_code TEXT NOT NULL UNIQUE,
      profile_complete {int64} NOT NULL CHECK (profile_complete IN (0, 1)),
      notify {int64} NOT NULL CHECK (notify IN (0, 1)),
      notify_30m {int64} NOT NULL CHECK (notify_30m IN (0, 1)),
      notify_2h {int64} NOT NULL CHECK (notify_2h IN (0, 1)),
      notify_alerts {int64} NOT NULL CHECK (notify_alerts IN (0, 1)),
      notify_pings {int64} NOT NULL CHECK (notify_pings IN (0, 1)),
      notify_check_ins {int64} NOT NULL CHECK (notify_check_ins IN (0, 1)),
      notify_contacts {int64} NOT NULL CHECK (notify_contacts IN (0, 1)),
      created_at {int64} NOT NULL,
      updated_at {int64} NOT NULL,
      last_sign_in_at {int64} NOT NULL,
      revision {int64} NOT NULL
    ){strict}
    """,
    """
    CREATE TABLE preferences (
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (person_id, key)
    ){clustered}
    """,
    """
    CREATE TABLE channels (
      id {key},
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      address TEXT NOT NULL,
      created_at {int64} NOT NULL,
      disabled_at {int64},
      UNIQUE (person_id, kind, address)
    ){strict}
    """,
  ]

  private static let relations = [
    """
    CREATE TABLE relations (
      owner_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      peer_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      is_responder {int64} NOT NULL CHECK (is_responder IN (0, 1)),
      is_dependent {int64} NOT NULL CHECK (is_dependent IN (0, 1)),
      status TEXT NOT NULL,
      send_pings {int64} NOT NULL CHECK (send_pings IN (0, 1)),
      receive_pings {int64} NOT NULL CHECK (receive_pings IN (0, 1)),
      notify_on_check_in {int64} NOT NULL CHECK (notify_on_check_in IN (0, 1)),
      notify_on_expiry {int64} NOT NULL CHECK (notify_on_expiry IN (0, 1)),
      nickname TEXT,
      notes TEXT,
      added_at {int64} NOT NULL,
      updated_at {int64} NOT NULL,
      revision {int64} NOT NULL,
      PRIMARY KEY (owner_id, peer_id),
      CHECK (owner_id <> peer_id)
    ){clustered}
    """,
    "CREATE INDEX relations_peer ON relations (peer_id)",
    """
    CREATE INDEX relations_responders ON relations (owner_id)
    WHERE is_responder = 1 AND status = 'accepted'
    """,
  ]

  // The moving, indexed time has a narrow table of its own: in `people` every check-in would
  // rewrite the wide row in PostgreSQL.
  private static let checkIns = [
    """
    CREATE TABLE watches (
      person_id {key} REFERENCES people (id) ON DELETE CASCADE,
      interval_ms {int64} NOT NULL CHECK (interval_ms > 0),
      grace_ms {int64} NOT NULL CHECK (grace_ms >= 0),
      last_check_in_at {int64},
      deadline_at {int64},
      stage {int64} NOT NULL CHECK (stage BETWEEN 0 AND 5),
      next_fire_at {int64},
      gen {int64} NOT NULL
    ){strict}
    """,
    "CREATE INDEX watches_next_fire ON watches (next_fire_at) WHERE next_fire_at IS NOT NULL",
    """
    CREATE TABLE check_ins (
      id {key},
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      at {int64} NOT NULL,
      recorded_at {int64} NOT NULL,
      source TEXT NOT NULL,
      client_key TEXT
    ){strict}
    """,
    "CREATE INDEX check_ins_person ON check_ins (person_id, at)",
    """
    CREATE UNIQUE INDEX check_ins_client_key ON check_ins (person_id, client_key)
    WHERE client_key IS NOT NULL
    """,
    """
    CREATE TABLE heartbeat (
      id {key} CHECK (id = 1),
      beat_at {int64} NOT NULL,
      outage_from {int64},
      outage_until {int64},
      CHECK ((outage_from IS NULL) = (outage_until IS NULL))
    ){strict}
    """,
  ]

  private static let alertsAndPings = [
    """
    CREATE TABLE alerts (
      id {key},
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      gen {int64},
      started_at {int64} NOT NULL,
      ended_at {int64},
      end_reason TEXT,
      UNIQUE (person_id, kind, gen),
      CHECK ((ended_at IS NULL) = (end_reason IS NULL))
    ){strict}
    """,
    "CREATE UNIQUE INDEX alerts_open ON alerts (person_id, kind) WHERE ended_at IS NULL",
    "CREATE INDEX alerts_person ON alerts (person_id, kind, started_at)",
    """
    CREATE TABLE pings (
      id {key},
      sender_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      recipient_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      sent_at {int64} NOT NULL,
      pushed_at {int64} NOT NULL,
      expires_at {int64} NOT NULL,
      status TEXT NOT NULL,
      closed_at {int64},
      CHECK (sender_id <> recipient_id),
      CHECK ((status = 'pending') = (closed_at IS NULL))
    ){strict}
    """,
    "CREATE UNIQUE INDEX pings_pending ON pings (sender_id, recipient_id) WHERE status = 'pending'",
    "CREATE INDEX pings_expiry ON pings (expires_at) WHERE status = 'pending'",
    "CREATE INDEX pings_sender ON pings (sender_id, recipient_id, sent_at)",
    "CREATE INDEX pings_recipient ON pings (recipient_id, status, sent_at)",
  ]

  private static let notifications = [
    """
    CREATE TABLE notifications (
      id {key},
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      event TEXT NOT NULL,
      title TEXT NOT NULL,
      message TEXT NOT NULL,
      at {int64} NOT NULL,
      read_at {int64},
      related_contact_id {int64},
      related_alert_id {int64},
      related_ping_id {int64},
      related_check_in_id {int64},
      dedupe_key TEXT NOT NULL UNIQUE,
      is_cleared {int64} NOT NULL DEFAULT 0 CHECK (is_cleared IN (0, 1))
    ){strict}
    """,
    "CREATE INDEX notifications_person ON notifications (person_id, at)",
  ]

  private static let deliveries = [
    """
    CREATE TABLE deliveries (
      id {key},
      dedupe_key TEXT NOT NULL UNIQUE,
      idempotency_key TEXT NOT NULL,
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      notification_id {int64},
      channel_id {int64} NOT NULL,
      kind TEXT NOT NULL,
      address TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      priority {int64} NOT NULL CHECK (priority BETWEEN 0 AND 5),
      state TEXT NOT NULL CHECK (state IN ('ready', 'leased', 'done', 'dead')),
      attempts {int64} NOT NULL CHECK (attempts >= 0),
      created_at {int64} NOT NULL,
      next_attempt_at {int64} NOT NULL,
      give_up_at {int64} NOT NULL,
      lease_owner TEXT,
      lease_until {int64},
      last_error TEXT,
      finished_at {int64},
      CHECK ((state = 'leased') = (lease_owner IS NOT NULL)),
      CHECK ((state = 'leased') = (lease_until IS NOT NULL))
    ){strict}
    """,
    """
    CREATE INDEX deliveries_ready ON deliveries (kind, priority, next_attempt_at)
    WHERE state = 'ready'
    """,
    "CREATE INDEX deliveries_next ON deliveries (next_attempt_at) WHERE state = 'ready'",
    "CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 'leased'",
    "CREATE INDEX deliveries_person ON deliveries (person_id, created_at)",
    "CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL",
  ]

  private static let auth = [
    """
    CREATE TABLE one_time_codes (
      id TEXT PRIMARY KEY,
      phone_number TEXT NOT NULL,
      phone_region TEXT NOT NULL,
      hash {bytes} NOT NULL,
      created_at {int64} NOT NULL,
      expires_at {int64} NOT NULL,
      attempts {int64} NOT NULL CHECK (attempts BETWEEN 0 AND 5),
      used_at {int64}
    ){clustered}
    """,
    "CREATE INDEX one_time_codes_phone ON one_time_codes (phone_number, created_at)",
    "CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at)",
    """
    CREATE TABLE sessions (
      id {key},
      person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      token_hash {bytes} NOT NULL UNIQUE,
      label TEXT NOT NULL,
      created_at {int64} NOT NULL,
      expires_at {int64} NOT NULL,
      revoked_at {int64}
    ){strict}
    """,
    "CREATE INDEX sessions_person ON sessions (person_id)",
    "CREATE INDEX sessions_expiry ON sessions (expires_at)",
  ]
}
