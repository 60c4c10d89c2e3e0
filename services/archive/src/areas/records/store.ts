import type { Queries } from '@agora/shared/database/sql'
import { ms } from '../../observations/sql-time.ts'
import type { LatestJson } from '../../observations/stored-json.ts'
import type { RecordKey } from '../../observations/types.ts'

/**
 * The accounts that a link connects, and since when; unlinkedAt and unlinkedBy are null while it lasts. Times in ms.
 */
export interface LinkRow {
  userId: string
  linkedAt: number
  linkedBy: string
  unlinkedAt: number | null
  unlinkedBy: string | null
}

export interface RecordRow {
  id: number
  archivedAt: Date
  latest: LatestJson
}

// One row by its unique index, prepared: these reads are the service's whole load.
const RECORD = `SELECT id, archived_at AS "archivedAt", latest FROM record WHERE type = $1 AND scope = $2 AND subject = $3`

const RECORD_WITH_LINKS = `
  SELECT id, archived_at AS "archivedAt", latest, (
    SELECT coalesce(json_agg(json_build_object(
      'userId', user_id, 'linkedAt', ${ms('linked_at')}, 'linkedBy', linked_by,
      'unlinkedAt', ${ms('unlinked_at')}, 'unlinkedBy', unlinked_by
    ) ORDER BY linked_at, user_id), '[]')
    FROM game_link WHERE game = $4 AND server = $2 AND game_link.subject = $3
  ) AS links
  FROM record WHERE type = $1 AND scope = $2 AND record.subject = $3`

export const findRecord = (db: Queries, { type, scope, subject }: RecordKey) =>
  db.maybeOne<RecordRow>({
    name: 'record',
    text: RECORD,
    values: [type, scope, subject],
  })

/** The record of a game account with all links to it, oldest first. `game` is game_a, game_b or game_c. */
export const findLinkedRecord = (
  db: Queries,
  { type, scope, subject }: RecordKey,
  game: string,
): Promise<(RecordRow & { links: LinkRow[] }) | undefined> =>
  db.maybeOne<RecordRow & { links: LinkRow[] }>({
    name: 'linked-record',
    text: RECORD_WITH_LINKS,
    values: [type, scope, subject, game],
  })
