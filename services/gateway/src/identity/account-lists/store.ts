import { type Queries, raw, type Sql, sql } from '@agora/shared/database/sql'
import { beginsWith, MAX_FOUND } from '../accounts/store.ts'
import { isAdministrator, isBanned } from '../credentials/store.ts'
import type { Cursor } from './cursor.ts'
import type { AccountQuery, MemberStatistics } from './schemas.ts'

export interface AccountRow {
  id: string
  /** What the page is sorted by, beside the id. */
  key: string
  displayName: string
  username: string
  emails: string[]
  isAdministrator: boolean
  isBanned: boolean
  createdAt: Date
  lastSeenAt: Date | null
}

interface Sorting {
  /** What the rows are sorted by, as an index has it, before the id. */
  by: string
  isDescending: boolean
  type: string
  /** Whether a text can be compared with it. */
  isKey: (key: string) => boolean
}

const isMoment = (key: string) => !Number.isNaN(Date.parse(key))

const sortings: Record<AccountQuery['sort'], Sorting> = {
  Newest: { by: `''::text`, isDescending: true, type: 'text', isKey: (key) => key === '' },
  Name: { by: 'fold_name(a.display_name) COLLATE "C"', isDescending: false, type: 'text', isKey: () => true },
  LastSeen: {
    by: 'coalesce(a.last_seen_at, a.created_at)',
    isDescending: true,
    type: 'timestamptz',
    isKey: isMoment,
  },
}

export const isKeyOf = (sort: AccountQuery['sort']) => sortings[sort].isKey

interface Wanted extends Pick<AccountQuery, 'name' | 'role' | 'state' | 'sort'> {
  cursor: Cursor | undefined
  /** Who holds the role, but for administrators. */
  holders: readonly string[]
  limit: number
}

/** The most addresses of one account. */
const MAX_ADDRESSES = 10

/** Those whose name, or confirmed address, begins so. */
function named(name: string | undefined): Sql {
  if (name === undefined) return sql`true`
  if (!name.includes('@')) return sql`a.id IN (${beginsWith(name)})`
  const address = raw('l.external_id COLLATE "C"')
  return sql`a.id IN (
    SELECT l.account_id FROM user_link l
    WHERE l.type = 'Email' AND l.ended_at IS NULL
      AND ${address} >= lower(${name}) AND ${address} < lower(${name}) || chr(1114111)
    LIMIT ${MAX_FOUND})`
}

function ofRole({ role, holders }: Pick<Wanted, 'role' | 'holders'>): Sql {
  if (role === undefined) return sql`true`
  const held = sql`a.id = ANY(${holders}::uuid[])`
  return role === 'Administrator' ? sql`(${raw(isAdministrator)} OR ${held})` : held
}

const inState = (state: Wanted['state']): Sql =>
  state === undefined
    ? sql`true`
    : state === 'Active'
      ? sql`NOT ${raw(isBanned)}`
      : // Bans are few: they are read, and not all accounts.
        sql`a.id IN (SELECT b.account_id FROM ban b
          WHERE b.is_current AND (b.expires_at IS NULL OR b.expires_at > now()))`

function following({ by, type, isDescending }: Sorting, cursor: Cursor | undefined): Sql {
  if (!cursor) return sql`true`
  const compared = raw(isDescending ? '<' : '>')
  const { key, id } = cursor
  // By the id alone, as the primary key is.
  if (key === '' && type === 'text' && isDescending) return sql`a.id < ${id}::uuid`
  return sql`(${raw(by)}, a.id) ${compared} (${key}::${raw(type)}, ${id}::uuid)`
}

/** A page of accounts in one of three orders. Not prepared: the best plan depends on what is asked for. */
export async function readAccountPage(db: Queries, wanted: Wanted): Promise<AccountRow[]> {
  const { name, state, sort, cursor, limit } = wanted
  const sorting = sortings[sort]
  const direction = sorting.isDescending ? 'DESC' : 'ASC'
  const order = sort === 'Newest' ? `a.id DESC` : `${sorting.by} ${direction}, a.id ${direction}`
  const rows = await db.all<Omit<AccountRow, 'key'> & { key: string | Date }>(sql`
    SELECT a.id::text, a.display_name AS "displayName", a.username, a.created_at AS "createdAt",
      a.last_seen_at AS "lastSeenAt", ${raw(sorting.by)} AS key,
      ${raw(isAdministrator)} AS "isAdministrator", ${raw(isBanned)} AS "isBanned",
      ARRAY(
        SELECT l.display_name FROM user_link l
        WHERE l.account_id = a.id AND l.type = 'Email' AND l.ended_at IS NULL
        ORDER BY l.rank, l.started_at, l.id LIMIT ${MAX_ADDRESSES}
      ) AS emails
    FROM account a
    WHERE ${named(name)} AND ${ofRole(wanted)} AND ${inState(state)} AND ${following(sorting, cursor)}
    ORDER BY ${raw(order)} LIMIT ${limit}`)
  return rows.map((row) => ({ ...row, key: row.key instanceof Date ? row.key.toISOString() : row.key }))
}

/** All accounts, and those of the last 14 days by their days. */
export async function countAccounts(db: Queries): Promise<MemberStatistics> {
  const rows = await db.all<MemberStatistics['days'][number] & { total: number }>(sql`
    WITH joined AS (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS members FROM account GROUP BY 1
    ), days AS (
      SELECT (now() AT TIME ZONE 'UTC')::date - back AS day FROM generate_series(13, 0, -1) AS back
    )
    SELECT days.day::text, coalesce(joined.members, 0) AS members,
      (SELECT coalesce(sum(members), 0)::int FROM joined) AS total
    FROM days LEFT JOIN joined USING (day) ORDER BY days.day`)
  return { members: rows[0]?.total ?? 0, days: rows.map(({ day, members }) => ({ day, members })) }
}

interface AcceptedRow {
  locale: string
  writtenAt: Date
  acceptedAt: Date
  /** Null where it was not kept yet. */
  wording: string | null
}

/** The rules that a member accepted; undefined if none were asked for. */
export function readAcceptedRules(db: Queries, accountId: string): Promise<AcceptedRow | undefined> {
  return db.maybeOne<AcceptedRow>(sql`
    SELECT locale, written_at AS "writtenAt", accepted_at AS "acceptedAt", wording
    FROM rules_acceptance LEFT JOIN rules_wording USING (digest)
    WHERE account_id = ${accountId}::uuid`)
}
