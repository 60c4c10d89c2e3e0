import { type Queries, raw, sql } from '@agora/shared/database/sql'
import type { RecordKey, RecordType } from '../../observations/types.ts'

/** Where records are listed: a type on a server, or in a game without any. */
export interface ListedKind {
  type: RecordType
  scope: string
}

export interface NamedRow extends RecordKey {
  name: string | null
  archivedAt: Date
  retrievedAt: Date
}

/** As the index has it; beyond the last name that a text can begin. */
const ORDER = raw('name_order(name) COLLATE "C"')
const END = raw('chr(1114111)')

/** A record's place in the order of names; undefined if there is no such record. */
const findPlace = (db: Queries, { type, scope, subject }: RecordKey) =>
  db.maybeScalar<string>(sql`
    SELECT ${ORDER} AS written FROM record WHERE type = ${type} AND scope = ${scope} AND subject = ${subject}`)

/**
 * The records of these places whose names begin with this (undefined: any, or none), by name, after another record of
 * them. Each place is read by the index, from where the page begins: its cost does not grow with the archive.
 */
export async function findNamed(
  db: Queries,
  places: readonly ListedKind[],
  name: string | undefined,
  after: RecordKey | undefined,
  limit: number,
): Promise<NamedRow[]> {
  const from = after && (await findPlace(db, after))
  if (after && from === undefined) return []
  const begins =
    name === undefined
      ? raw('true')
      : sql`${ORDER} >= name_order(${name}) AND ${ORDER} < name_order(${name}) || ${END}`
  const follows =
    after === undefined
      ? raw('true')
      : sql`(${ORDER}, subject) >= (${from}, ${after.subject}) AND
          (${ORDER}, subject, place.type, place.scope COLLATE "C") > (${from}, ${after.subject}, ${after.type}, ${after.scope})`
  return db.all<NamedRow>(sql`
    SELECT place.type, place.scope, subject, name, archived_at AS "archivedAt", retrieved_at AS "retrievedAt"
    FROM unnest(${places.map(({ type }) => type)}::text[], ${places.map(({ scope }) => scope)}::text[])
      AS place (type, scope), LATERAL (
      SELECT subject, name, archived_at, retrieved_at, ${ORDER} AS written FROM record
      WHERE record.type = place.type AND record.scope = place.scope AND ${begins} AND ${follows}
      ORDER BY ${ORDER}, subject LIMIT ${limit}
    ) AS record
    ORDER BY written, subject, place.type, place.scope COLLATE "C" LIMIT ${limit}`)
}
