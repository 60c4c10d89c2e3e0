import { ExportPage } from '@agora/shared/contracts/exports'
import { type Queries, sql } from '@agora/shared/database/sql'
import { type ExportPart, LINES, readExportPage } from '@agora/shared/export/parts'
import { callService } from '@agora/shared/upstream/call-service'
import type { Replicas } from '@agora/shared/upstream/replicas'

/** A service that holds members' data, and how to fetch a page of it. */
export interface ExportSource {
  name: string
  page: (
    user: string,
    cursor: string | null,
    traceparent: string | null,
    signal: AbortSignal,
  ) => Promise<ExportPage>
}

const TIMEOUT_MS = 10_000

/** Another service; undefined if it is not deployed. */
export function serviceSource(name: string, replicas: Replicas, key: string): ExportSource {
  const credential = { authorization: `Bearer ${key}` }
  return {
    name,
    page: (user, cursor, traceparent, signal) =>
      callService(replicas, {
        method: 'POST',
        path: '/internal/exports',
        credential,
        body: { user, cursor },
        answer: ExportPage,
        traceparent,
        timeoutMs: TIMEOUT_MS,
        signal,
      }),
  }
}

/** What this service holds: which mails went to the member. Their contents are not stored. */
const ownParts: readonly ExportPart[] = [
  {
    file: 'mails',
    lines: (user, after) => sql`
      SELECT id::text AS place, json_build_object('id', id, 'kind', kind, 'recipient', recipient, 'created_at', created_at,
        'submitted_at', submitted_at, 'read_at', read_at, 'outcome', outcome) AS line
      FROM outbound_email
      WHERE created_by = ${user} AND kind <> 'Markup' AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${LINES}`,
  },
]

export const ownSource = (db: Queries): ExportSource => ({
  name: 'mail-jobs',
  page: (user, cursor) => readExportPage(db, ownParts, { user, cursor }),
})
