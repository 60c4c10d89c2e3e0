import { LONG_THREAD_POSTS, SECTIONS, SPAN_DAYS } from './sizes.mjs'

/** The kind of an id, its third block; ids sort by time, like those of the service. */
export const kinds = {
  section: 1,
  thread: 2,
  post: 3,
  revision: 4,
  member: 5,
  report: 6,
  entry: 7,
  sanction: 8,
}

const SITE = '00000000-0000-0000-0000-000000000000'

/**
 * The forum in a few statements. Everything derives from row numbers, so that two loads are alike. Posts are spread
 * evenly over time; most belong to a recent thread, some to an older one.
 *
 * @param {{ posts: number, threads: number, members: number }} size
 */
export function seedSteps({ posts, threads, members }) {
  const all = posts + LONG_THREAD_POSTS
  const long = threads
  const step = `${(SPAN_DAYS * 86_400_000) / posts}`
  // Uniform in [0, 1), the same for the same number and salt.
  /**
   * @param {string} n
   * @param {number} salt
   */
  const share = (n, salt) => `((hashint8extended(${n}, ${salt}) & 1073741823) / 1073741824.0::float8)`
  /**
   * @param {keyof typeof kinds} kind
   * @param {string | number} n
   * @param {string} ms
   */
  const id = (kind, n, ms) => `pg_temp.bench_id(${kinds[kind]}, ${n}, ${ms})`
  const startMs = `(SELECT ms FROM bench_start)`
  /** @param {string} ms */
  const at = (ms) => `to_timestamp((${ms}) / 1000.0)`
  /** @param {string | number} n */
  const member = (n) => id('member', n, '0')
  /** @param {string | number} n */
  const section = (n) => id('section', n, '0')

  return [
    [
      'functions',
      `CREATE TEMP TABLE bench_start AS
         SELECT (extract(epoch FROM now())::bigint - ${SPAN_DAYS * 86_400} - 3600) * 1000 AS ms;
       CREATE FUNCTION pg_temp.bench_id(kind int, n bigint, ms bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
         SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid
       $$`,
    ],
    [
      'members',
      `INSERT INTO known_user (id, display_name, created_at, sequence)
       SELECT ${member('n')}, 'Member ' || n, ${at(startMs)}, 1 FROM generate_series(0, ${members}) AS n`,
    ],
    [
      'sections',
      `INSERT INTO section (id, key, display_name, position, parent_id, child_count)
       VALUES (${section(1000)}, 'bench', 'Bench', 100, NULL, ${SECTIONS});
       INSERT INTO section (id, key, display_name, position, parent_id, ancestors)
       SELECT ${section('n')}, 'bench_' || n, 'Section ' || n, 101 + n, ${section(1000)},
         jsonb_build_array(
           jsonb_build_object('id', ${section(1000)}, 'key', 'bench', 'displayName', 'Bench', 'locale', NULL)
         )
       FROM generate_series(0, ${SECTIONS - 1}) AS n`,
    ],
    [
      'placing posts',
      `CREATE TEMP TABLE seed_post AS
       SELECT n, thread, ms, row_number() OVER (PARTITION BY thread ORDER BY n)::int - 1 AS position,
         floor(${members} * power(${share('n', 2)}, 2))::int AS author
       FROM (
         SELECT n, (${startMs} + floor(n * ${step}))::bigint AS ms,
           CASE WHEN n = 0 OR newest <> ((n - 1) * ${threads}) / ${posts} THEN newest
             ELSE newest - floor(newest * power(${share('n', 1)}, 6))::bigint END AS thread
         FROM (
           SELECT n, (n * ${threads}) / ${posts} AS newest FROM generate_series(0::bigint, ${posts - 1}) AS n
         ) AS one
         UNION ALL
         SELECT ${posts} + n, (${startMs} + floor(n * ${step} * ${posts} / ${LONG_THREAD_POSTS}))::bigint + 1, ${long}
         FROM generate_series(0::bigint, ${LONG_THREAD_POSTS - 1}) AS n
       ) AS placed;
       CREATE INDEX ON seed_post (thread, position);
       ANALYZE seed_post`,
    ],
    [
      'threads',
      `CREATE TEMP TABLE seed_thread AS
       SELECT thread, count(*)::int AS posts, min(ms) AS ms, max(position) AS last FROM seed_post GROUP BY thread;
       INSERT INTO thread (
         id, section_id, title, ctime, author_id, is_pinned, is_locked, is_deleted,
         post_count, last_post_id, last_post_at, last_post_author_id, last_other_post_at
       )
       SELECT ${id('thread', 't.thread', 't.ms')},
         ${section(`CASE WHEN t.thread = ${long} OR ${share('t.thread', 3)} < 0.4 THEN 0
           ELSE 1 + floor(${share('t.thread', 4)} * ${SECTIONS - 1})::int END`)},
         'Thread ' || t.thread, ${at('t.ms')}, ${member('first.author')},
         t.thread % 997 = 7, t.thread % 50 = 9, t.thread % 100 = 13 AND t.thread <> ${long},
         t.posts, ${id('post', 'last.n', 'last.ms')}, ${at('last.ms')}, ${member('last.author')},
         (SELECT ${at('max(o.ms)')} FROM seed_post AS o WHERE o.thread = t.thread AND o.author <> last.author)
       FROM seed_thread AS t
       JOIN seed_post AS first ON first.thread = t.thread AND first.position = 0
       JOIN seed_post AS last ON last.thread = t.thread AND last.position = t.last;
       UPDATE thread SET key = 'bench_long' WHERE title = 'Thread ${long}';
       UPDATE section AS s SET thread_count =
         (SELECT count(*) FROM thread AS t WHERE t.section_id = s.id AND NOT t.is_deleted);
       INSERT INTO section_activity (section_id, shard, changes)
       SELECT id, shard, thread_count FROM section, generate_series(0, 15) AS shard`,
    ],
    [
      'posts',
      `INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id)
       SELECT ${id('post', 'p.n', 'p.ms')}, ${id('thread', 'p.thread', 't.ms')}, p.position, ${at('p.ms')},
         ${member('p.author')}, ${id('revision', 'p.n', 'p.ms')}
       FROM seed_post AS p JOIN seed_thread AS t USING (thread) ORDER BY p.n`,
    ],
    [
      'revisions',
      `INSERT INTO revision (id, post_id, position, time, author_id, html, source)
       SELECT ${id('revision', 'n', 'ms')}, ${id('post', 'n', 'ms')}, 0, ${at('ms')}, ${member('author')},
         '<p>' || words || '</p>', words
       FROM (
         SELECT p.*, left(repeat('Post ' || n || ' says what posts say. ', 25), 60 + (n * 7919 % 500)::int)
           || CASE WHEN n % 2 = 0 THEN ' Half of them agree' ELSE ' Others differ' END
           || ' on topic' || floor(1000 * power(${share('n', 5)}, 3))::int || ' and matter' || n % 97 || '.' AS words
         FROM seed_post AS p ORDER BY n
       ) AS written`,
    ],
    [
      'read marks',
      `INSERT INTO read_mark (user_id, thread_id, read_at)
       SELECT ${member('m')}, id, last_post_at - (m % 3) * interval '1 day'
       FROM (SELECT * FROM thread ORDER BY last_post_at DESC LIMIT 500) AS latest, generate_series(0, 199) AS m;
       INSERT INTO read_mark (user_id, thread_id, read_at)
       SELECT ${member(members)}, id, ctime FROM thread ORDER BY ctime LIMIT 200`,
    ],
    [
      'what is watched',
      `INSERT INTO subscription (target_id, user_id, level)
       SELECT ${section('n')}, ${member('m')}, 'Watching'
       FROM generate_series(0, 3) AS n, generate_series(0, 199) AS m
       UNION ALL
       SELECT id, ${member('m')}, (CASE WHEN number % 5 = 0 THEN 'Muted' ELSE 'Watching' END)::"SubscriptionLevel"
       FROM (SELECT id, row_number() OVER (ORDER BY last_post_at DESC) AS number FROM thread) AS latest,
         generate_series(0, 199) AS m
       WHERE number <= 200`,
    ],
    [
      'reports, log and sanctions',
      `INSERT INTO report (
         id, ctime, reporter_id, post_id, thread_id, section_id, target_author_id, reason, body, status,
         resolved_at, resolved_by_id
       )
       SELECT ${id('report', 'p.n', 'p.ms + 1000')}, ${at('p.ms + 1000')}, ${member(`p.n % ${members}`)},
         ${id('post', 'p.n', 'p.ms')}, t.id, t.section_id, ${member('p.author')}, 'Spam', 'As it says.',
         CASE WHEN p.n % 1000 = 0 THEN 'Pending' WHEN p.n % 300 = 0 THEN 'Accepted' ELSE 'Rejected' END::"ReportStatus",
         CASE WHEN p.n % 1000 <> 0 THEN ${at('p.ms + 60000')} END,
         CASE WHEN p.n % 1000 <> 0 THEN ${member(0)} END
       FROM seed_post AS p JOIN seed_thread AS s USING (thread)
       JOIN thread AS t ON t.id = ${id('thread', 'p.thread', 's.ms')}
       WHERE p.n % 100 = 0;
       INSERT INTO moderation_entry (id, ctime, actor_id, action, section_id, thread_id, data)
       SELECT ${id('entry', 'p.n', 'p.ms')}, ${at('p.ms')}, ${member('p.n % 7')}, 'LockThread', t.section_id, t.id, '{}'
       FROM seed_post AS p JOIN seed_thread AS s USING (thread)
       JOIN thread AS t ON t.id = ${id('thread', 'p.thread', 's.ms')}
       WHERE p.n % 100 = 1;
       INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, expires_at, reason, internal_note)
       SELECT ${id('sanction', 'n', 'ms')}, ${member(`1 + n % (${members} - 1)`)},
         CASE WHEN n % 4 = 0 THEN NULL ELSE ${section(`n % ${SECTIONS}`)} END, 'Mute',
         ${at('ms')}, ${member(0)}, ${at('ms + 86400000')}, 'Spam', ''
       FROM seed_post WHERE n % 40 = 2`,
    ],
    [
      'tallies',
      `INSERT INTO tally (listing, section_id, part, count)
       SELECT 'Report'::"TallyListing", section_id, status::text, count(*) FROM report GROUP BY 2, 3
       UNION ALL
       SELECT 'ModerationEntry'::"TallyListing", coalesce(section_id, '${SITE}'), actor_id::text, count(*)
       FROM moderation_entry GROUP BY 2, 3
       UNION ALL
       SELECT 'Sanction'::"TallyListing", coalesce(section_id, '${SITE}'),
         CASE WHEN expires_at IS NULL THEN 'Lasting' ELSE 'Timed' END, count(*)
       FROM sanction GROUP BY 2, 3
       UNION ALL
       SELECT CASE WHEN t.is_deleted THEN 'DeletedMemberPost' ELSE 'MemberPost' END::"TallyListing",
         CASE WHEN t.is_deleted THEN t.section_id ELSE '${SITE}' END, p.author_id::text, count(*)
       FROM post AS p JOIN thread AS t ON t.id = p.thread_id GROUP BY 1, 2, 3
       UNION ALL
       SELECT 'MemberThread'::"TallyListing", '${SITE}', author_id::text, count(*)
       FROM thread WHERE NOT is_deleted GROUP BY 3
       ON CONFLICT (listing, section_id, part) DO UPDATE SET count = excluded.count`,
    ],
    ['statistics', 'VACUUM ANALYZE', { alone: true, expects: all }],
  ].map(([name, sql, options]) => ({
    name: String(name),
    sql: String(sql),
    .../** @type {object} */ (options),
  }))
}
