import { ExportPage } from '@agora/shared/contracts/exports'
import type { Queries } from '@agora/shared/database/sql'
import { readExportPage } from '@agora/shared/exports/parts'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { ownParts } from './store-parts.ts'

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
export function serviceSource(name: string, upstream: Upstream, key: string): ExportSource {
  return {
    name,
    page: (user, cursor, traceparent, signal) =>
      callService(upstream, {
        path: '/internal/exports',
        key,
        body: { user, cursor },
        answer: ExportPage,
        traceparent,
        timeoutMs: TIMEOUT_MS,
        signal,
      }),
  }
}

export const ownSource = (db: Queries): ExportSource => ({
  name: 'mail-jobs',
  page: (user, cursor) => readExportPage(db, ownParts, { user, cursor }),
})
