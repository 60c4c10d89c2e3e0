import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { clampPage } from '@agora/shared/contracts/pagination'
import type { Context } from '../../../context.ts'
import {
  nameFieldOf,
  type RecordKey,
  type RecordType,
  recordTypes,
  scopeOf,
} from '../../../observations/types.ts'
import type { ArchivedRecords, RecordsQuery } from '../schemas.ts'
import { findNamed, type ListedKind, type NamedRow } from '../store-listing.ts'

/** Accounts and creatures by name, those that a page shows and where the next one begins. */
export async function listRecords(
  { db, config }: Context,
  { type, server, name, after, ...requested }: RecordsQuery,
): Promise<ArchivedRecords> {
  const { limit } = clampPage({ offset: 0, ...requested })
  const places = placesOf(config.games).filter(
    (place) => (type ?? place.type) === place.type && (server ?? place.scope) === place.scope,
  )
  const begins = name?.trim() || undefined
  // One more than is shown tells whether there is a next page.
  const found = await findNamed(db, places, begins, after === undefined ? undefined : keyOf(after), limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    type: 'ArchivedRecords',
    items: shown.map(itemOf),
    limit,
    next: last && found.length > limit ? `${last.type}/${last.scope}/${last.subject}` : null,
  }
}

/** Where records with names are. */
function placesOf(games: AgoraConfig['games']): ListedKind[] {
  const named = recordTypes.filter((type) => nameFieldOf[type] !== undefined)
  return named.flatMap((type) => scopesOf(games, type).map((scope) => ({ type, scope })))
}

function scopesOf(games: AgoraConfig['games'], type: RecordType): readonly string[] {
  const scope = scopeOf[type]
  return scope === 'game_a' || scope === 'game_b' ? games[scope].servers : ['']
}

/** The schema has judged its form. */
function keyOf(after: string): RecordKey {
  const [type = '', scope = '', subject = ''] = after.split('/')
  return { type: type as RecordType, scope, subject }
}

const itemOf = ({ type, scope, subject, name, archivedAt, retrievedAt }: NamedRow) =>
  ({
    type,
    server: scope === '' ? null : scope,
    id: subject,
    name,
    archived_at: archivedAt.toISOString(),
    retrieved_at: retrievedAt.toISOString(),
  }) as ArchivedRecords['items'][number]
