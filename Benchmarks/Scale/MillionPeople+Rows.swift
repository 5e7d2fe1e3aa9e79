extension MillionPeople {
  private static let numbers = """
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :count)
    """

  /// In the order in which a database would be filled, table after table.
  static let rows = [
    """
    \(numbers) INSERT INTO people (id, first_name, last_name, phone_number, phone_region,
      emergency_note, qr_code, profile_complete, notify, notify_30m, notify_2h, notify_alerts,
      notify_pings, notify_check_ins, notify_contacts, created_at, updated_at, last_sign_in_at,
      revision)
    SELECT :first + n * :step, 'Person', 'Number ' || n, '+1555' || (10000000 + n), 'US',
      'Call my neighbour first.', hex(randomblob(16)), 1, 1, 0, 1, 1, 1, 1, 1,
      :now - 8640000000, :now - 8640000000, :now - 8640000000, 0
    FROM numbers
    """,
    """
    \(numbers) INSERT INTO channels (id, person_id, kind, address, created_at)
    SELECT :first + n * :step + 1, :first + n * :step, 'sms', '+1555' || (10000000 + n),
      :now - 8640000000
    FROM numbers
    """,
    """
    \(numbers) INSERT INTO relations (owner_id, peer_id, is_responder, is_dependent, status,
      send_pings, receive_pings, notify_on_check_in, notify_on_expiry, added_at, updated_at,
      revision)
    SELECT :first + n * :step, :first + (n + side + :count) % :count * :step, side = 1, side = -1,
      'accepted', 1, 1, 1, 1, :now - 8640000000, :now - 8640000000, 0
    FROM numbers CROSS JOIN (SELECT -1 AS side UNION ALL SELECT 1)
    """,
    // Three hours to a day from now; 7,919 has no factor in common with a million.
    """
    \(numbers), deadlines(n, at) AS (
      SELECT n, :now + 10800000 + n * 7919 % :count * 75600000 / :count FROM numbers)
    INSERT INTO watches (person_id, interval_ms, grace_ms, last_check_in_at, deadline_at, stage,
      next_fire_at, gen)
    SELECT :first + n * :step, 86400000, 600000, at - 86400000, at, 0, at - 7200000, 1
    FROM deadlines
    """,
    """
    INSERT INTO check_ins (id, person_id, at, recorded_at, source)
    SELECT person_id + 2, person_id, last_check_in_at, last_check_in_at, 'manual' FROM watches
    """,
    """
    INSERT INTO timeline (person_id, sequence, at, kind, details, previous_hash, hash)
    SELECT person_id, 1, last_check_in_at, :kind, :details, :genesis,
      chain_hash(person_id, last_check_in_at, :details)
    FROM watches
    """,
    """
    UPDATE watches SET timeline_sequence = 1, timeline_hash = t.hash, timeline_anchor_sequence = 0,
      timeline_anchor_hash = :genesis, timeline_oldest_at = t.at
    FROM timeline t WHERE t.person_id = watches.person_id
    """,
  ]
}
