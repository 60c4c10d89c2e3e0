import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logSql } from '../src/areas/moderation/sql.ts'
import { OWN_REPORTS, queueSql } from '../src/areas/reports/sql.ts'
import { pageSql } from '../src/areas/sanctions/sql.ts'

/** Long, uneven listings: the cost of a page is read from query plans, not from a clock. */

const ROWS = 20_000
const [busy, quiet] = ['11111111-1111-7111-8111-111111111111', '22222222-2222-7222-8222-222222222222']
const [diligent, idle] = ['33333333-3333-7333-8333-333333333333', '44444444-4444-7444-8444-444444444444']
const thread = '55555555-5555-7555-8555-555555555555'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({
    connectionString: database.urls.forum,
    options: '-c search_path=forum -c plan_cache_mode=force_generic_plan',
  })
  await client.connect()
  // Times are scattered over the table, so that no listing's order is that of its rows.
  await client.query(`
    INSERT INTO section (id, key, display_name, thread_count)
    VALUES ('${busy}', 'busy', 'Busy', 1), ('${quiet}', 'quiet', 'Quiet', 0);
    INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
    VALUES ('${thread}', '${busy}', 'Long', now(), '${idle}', 2000, '${thread}', now(), '${idle}');
    INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id)
    SELECT gen_random_uuid(), '${thread}', n, now(), '${idle}', gen_random_uuid() FROM generate_series(0, 1999) AS n;
    INSERT INTO revision (id, post_id, position, time, author_id, html, source)
    SELECT last_revision_id, id, 0, now(), author_id, 'html', 'source' FROM post;

    INSERT INTO report (id, ctime, reporter_id, thread_id, section_id, reason, status, resolved_at, resolved_by_id)
    SELECT gen_random_uuid(), now() - random() * interval '1 year', gen_random_uuid(), '${thread}',
      CASE WHEN n % 2000 = 7 THEN '${quiet}' ELSE '${busy}' END::uuid, 'Spam',
      CASE WHEN n % 1000 = 7 THEN 'Pending' ELSE 'Accepted' END::"ReportStatus",
      CASE WHEN n % 1000 = 7 THEN NULL ELSE now() END, CASE WHEN n % 1000 = 7 THEN NULL ELSE '${diligent}'::uuid END
    FROM generate_series(1, ${ROWS}) AS n;

    INSERT INTO moderation_entry (id, ctime, actor_id, action, section_id, data)
    SELECT gen_random_uuid(), now() - random() * interval '1 year',
      CASE WHEN n % 2 = 0 THEN '${diligent}' ELSE '${idle}' END::uuid, 'EditPost',
      CASE WHEN n % 2 = 0 THEN '${busy}' ELSE '${quiet}' END::uuid, '{}'
    FROM generate_series(1, ${ROWS}) AS n;
    INSERT INTO moderation_entry (id, ctime, actor_id, action, section_id, data)
    SELECT gen_random_uuid(), now() - random() * interval '1 year', '${diligent}', 'EditPost', '${quiet}', '{}'
    FROM generate_series(1, 3) AS n;

    INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, expires_at, reason, internal_note)
    SELECT gen_random_uuid(), gen_random_uuid(), CASE WHEN n % 2000 = 7 THEN '${quiet}' ELSE '${busy}' END::uuid,
      CASE WHEN n % 3 = 0 THEN 'Warning' ELSE 'Mute' END::"SanctionKind", now() - random() * interval '1 year',
      '${diligent}', CASE WHEN n % 3 = 0 THEN NULL ELSE now() + (n % 1000 - 990) * interval '1 hour' END, '', ''
    FROM generate_series(1, ${ROWS}) AS n;
    ANALYZE;
  `)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The rows that a plan reads from tables, including discarded ones. */
function rowsRead(plan: Plan): number {
  const { Plans: below = [] } = plan
  const here = plan['Relation Name'] ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0
  return here * plan['Actual Loops'] + below.reduce((sum, next) => sum + rowsRead(next), 0)
}

/** What the statement reads under the generic plan, which the service makes Postgres use. */
async function cost({ name, text }: { name: string; text: string }, values: unknown[]): Promise<number> {
  const literals = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(String(value))))
  const execute = `EXECUTE "${name}" (${literals.join(', ')})`
  await client.query(`PREPARE "${name}" AS ${text}`)
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`)
  await client.query(`DEALLOCATE "${name}"`)
  return rowsRead(rows[0]['QUERY PLAN'][0].Plan)
}

/** A page of twenty, each with a handful of look-ups. */
const A_PAGE = 200

describe('a page of twenty reads a few rows, however long the listing:', () => {
  for (const status of [null, 'Pending', 'Accepted'] as const) {
    for (const sectionId of [null, busy, quiet]) {
      it(`the report queue, section ${sectionId}, status ${status}`, async () => {
        expect(await cost(queueSql({ sectionId, status }), [sectionId, status, 0, 20])).toBeLessThan(A_PAGE)
      })
    }
  }

  it('a member’s own reports', async () => {
    expect(await cost(OWN_REPORTS, [idle, null, 0, 20])).toBeLessThan(A_PAGE)
  })

  for (const actorId of [null, diligent, idle]) {
    for (const sectionId of [null, busy, quiet]) {
      it(`the moderation log, section ${sectionId}, actor ${actorId}`, async () => {
        const log = logSql({ place: sectionId, actorId, targetUserId: null })
        expect(await cost(log, [sectionId, actorId, null, 0, 20])).toBeLessThan(A_PAGE)
      })
    }

    it(`the moderation log, of some sections, actor ${actorId}`, async () => {
      const places = [busy, quiet]
      const log = logSql({ place: places, actorId, targetUserId: null })
      expect(await cost(log, [`{${places}}`, actorId, null, 0, 20])).toBeLessThan(A_PAGE)
    })

    it(`the moderation log, of a member, actor ${actorId}`, async () => {
      const log = logSql({ place: 'sections', actorId, targetUserId: idle })
      expect(await cost(log, [null, actorId, idle, 0, 20])).toBeLessThan(A_PAGE)
    })
  }

  for (const sectionId of [null, busy, quiet]) {
    it(`all sanctions, section ${sectionId}`, async () => {
      const filter = { userId: null, sectionId, active: false }
      expect(await cost(pageSql(filter), [null, sectionId, 0, 20])).toBeLessThan(A_PAGE)
    })

    it(`the sanctions in force, section ${sectionId}, with the timed ones among them`, async () => {
      const filter = { userId: null, sectionId, active: true }
      const { rows } = await client.query(
        'SELECT count(*)::int AS timed FROM sanction WHERE expires_at > now() AND ($1::uuid IS NULL OR section_id = $1)',
        [sectionId],
      )
      // Read once for the list, once for the count.
      const bound = A_PAGE + 2 * rows[0].timed
      expect(await cost(pageSql(filter), [null, sectionId, 0, 20])).toBeLessThan(bound)
    })

    it(`a member’s sanctions, section ${sectionId}`, async () => {
      for (const active of [true, false]) {
        const filter = { userId: idle, sectionId, active }
        expect(await cost(pageSql(filter), [idle, sectionId, 0, 20])).toBeLessThan(A_PAGE)
      }
    })
  }
})
