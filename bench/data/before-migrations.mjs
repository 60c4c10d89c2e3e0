/**
 * An id that sorts like `n`, different for each kind.
 *
 * @param {number} kind
 * @param {string} n
 */
const id = (kind, n) =>
  `('00000000-0000-7${kind.toString().padStart(3, '0')}-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
/**
 * @param {string} n
 * @param {number} of
 */
const ago = (n, of) => `now() - interval '5 years' * (1 - (${n})::float8 / ${of})`

/**
 * A collection in arbitrary order, as it was stored before ids were.
 *
 * @param {string} n
 */
const collection = (n) =>
  `('{"epic_rewards":[],"rewards":["' || 10 + ${n} % 90 || '","' || ${n} % 10 || '"]}')`

/**
 * Rows for the tables of a service's first migration, for a community with this many posts: the later migrations are
 * measured on them.
 *
 * @param {number} posts
 * @returns {Partial<Record<import('@agora/shared/contracts/services').ServiceName, string>>}
 */
export function rowsBefore(posts) {
  const threads = posts / 20
  const members = posts / 50
  const reports = posts / 100
  /** @param {number} count */
  const some = (count) => `generate_series(1, ${count}::bigint) AS n`
  /** @param {string} n */
  const member = (n) => id(1, `1 + (${n}) * 7919 % ${members}`)
  return {
    gateway: `
      INSERT INTO account (id, username, display_name, created_at)
        SELECT ${id(1, 'n')}, 'member_' || n, 'Élodie ' || n, ${ago('n', members)} FROM ${some(members)};
      INSERT INTO session (id, token_hash, account_id, expires_at)
        SELECT ${id(2, 'n')}, sha256(n::text::bytea), ${member('n')}, now() + interval '30 days' FROM ${some(members * 2)};
      INSERT INTO ban (id, account_id, reason, created_by, is_current)
        SELECT ${id(3, 'n')}, ${member('n')}, 'Spam', ${id(1, '1')}, false FROM ${some(members / 20)};`,
    forum: `
      INSERT INTO section (id, key, display_name) SELECT ${id(4, 'n')}, 'section_' || n, 'Section ' || n FROM ${some(12)};
      INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
        SELECT ${id(5, 'n')}, ${id(4, '1 + n % 12')}, 'Thread ' || n, ${ago('n', threads)}, ${member('n')}, 20,
          ${id(6, 'n * 20')}, ${ago('n', threads)}, ${member('n * 20')} FROM ${some(threads)};
      INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id)
        SELECT ${id(6, 'n')}, ${id(5, '1 + (n - 1) / 20')}, (1 + (n - 1) % 20)::int, ${ago('n', posts)}, ${member('n')}, ${id(7, 'n')}
        FROM ${some(posts)};
      INSERT INTO report (id, ctime, reporter_id, post_id, thread_id, section_id, reason)
        SELECT ${id(8, 'n')}, ${ago('n', reports)}, ${member('n')}, ${id(6, 'n * 100')}, ${id(5, '1 + (n * 100 - 1) / 20')},
          ${id(4, '1 + n % 12')}, 'Spam' FROM ${some(reports)};
      INSERT INTO moderation_entry (id, ctime, actor_id, action, section_id, data)
        SELECT ${id(9, 'n')}, ${ago('n', reports * 2)}, ${member('n % 20')}, 'ThreadLocked', ${id(4, '1 + n % 12')}, '{}'
        FROM ${some(reports * 2)};
      INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, reason, internal_note)
        SELECT ${id(10, 'n')}, ${member('n')}, ${id(4, '1 + n % 12')}, 'Mute', ${ago('n', reports)}, ${member('1')}, 'Spam', ''
        FROM ${some(reports / 5)};
      INSERT INTO read_floor (user_id, floor) SELECT ${id(1, 'n')}, now() FROM ${some(members)};`,
    archive: `
      INSERT INTO record (type, scope, subject, archived_at, retrieved_at, latest)
        SELECT 'GameAUser', 'fr', n::text, now() - interval '5 years', now(),
          ('{"collection":[' || ms || ',null,' || ms || ',' || ${collection('n')} || ']}')::json
        FROM ${some(posts / 10)}, (SELECT floor(extract(epoch FROM now()) * 1000)) AS latest (ms);
      INSERT INTO observation (record_id, retrieved_at, fields)
        SELECT 1 + (n - 1) / 10, now() - interval '1 day' * (n % 10), 18 FROM ${some(posts)};
      INSERT INTO change (record_id, field, start, value)
        SELECT 1 + (n - 1) / 10, field, now() - interval '1 day' * (n % 10),
          CASE field WHEN 'coins' THEN to_json(n) ELSE ${collection('n')}::json END
        FROM ${some(posts)}, unnest(ARRAY['coins', 'collection']) AS field
        -- That a record's latest collection began to be read is in the record.
        WHERE field = 'coins' OR n % 10 > 0;`,
    apps: `
      SET LOCAL session_replication_role = replica;
      INSERT INTO delivery (id, event_id, event_type, channel_id, body, status, settled_at)
        SELECT ${id(11, 'n')}, ${id(12, 'n')}, 'PostDeleted', ${id(13, '1')}, repeat('x', 500),
          CASE WHEN n % 100 = 0 THEN 'Dead' ELSE 'Delivered' END, now() FROM ${some(posts / 10)};`,
    'mail-jobs': `
      SET LOCAL session_replication_role = replica;
      INSERT INTO task (id, job_id, kind, status, state, output)
        SELECT ${id(14, 'n')}, ${id(15, 'n')}, 'SendMail', 'Complete', '{}', '{}' FROM ${some(posts / 10)};`,
  }
}
