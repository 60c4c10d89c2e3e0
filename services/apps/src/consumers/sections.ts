import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import { Uuid } from '@agora/shared/contracts/types'
import { type Queries, sql } from '@agora/shared/database/sql'
import { createAjv } from '@agora/shared/http/validation'
import { startCall } from '@agora/shared/observability/spans'
import { Type } from 'typebox'
import { request } from 'undici'

/** Tells a section's key by its id: events name sections by id, the configuration by key. */
export interface Sections {
  /**
   * Undefined for a section that the forum does not list. A question to the forum goes on with `traceparent`.
   *
   * @throws Error when the forum had to be asked and gave no answer.
   */
  keyOf(id: string, traceparent: string): Promise<string | undefined>
}

const TIMEOUT_MS = 3_000
const isPage = createAjv().compile<{ count: number; items: { id: string; key: string }[] }>(
  Type.Object({
    count: Type.Integer(),
    items: Type.Array(Type.Object({ id: Uuid, key: Type.String() })),
  }),
)

/** @throws Error when there is no such answer in time. */
async function readPage(url: URL, traceparent: string) {
  const call = startCall(traceparent, 'GET', url.host, url.pathname)
  let status: number | undefined
  try {
    const { statusCode, body } = await request(url, {
      headers: call.headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = statusCode
    const page: unknown = await body.json()
    if (statusCode !== 200 || !isPage(page)) throw new Error(`the section listing answered ${statusCode}`)
    return page
  } finally {
    call.end(status)
  }
}

/** Reads the forum's public listing when it meets an id for the first time; what it has read once it keeps. */
export function createSections(db: Queries, gatewayUrl: string): Sections {
  const known = new Map<string, string>()

  const remember = async (sections: readonly { id: string; key: string }[]) => {
    await db.query(sql`
      INSERT INTO known_section (id, key)
      SELECT id, key FROM jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) AS section (id uuid, key text)
      ON CONFLICT DO NOTHING`)
    for (const { id, key } of sections) known.set(id, key)
  }

  const readAll = async (traceparent: string) => {
    for (let offset = 0; ; offset += MAX_PAGE) {
      const url = new URL(`/api/v1/forum/sections?offset=${offset}&limit=${MAX_PAGE}`, gatewayUrl)
      const page = await readPage(url, traceparent)
      await remember(page.items)
      if (page.items.length < MAX_PAGE) return
    }
  }

  const stored = async (id: string) => {
    const { rows } = await db.query<{ key: string }>(sql`SELECT key FROM known_section WHERE id = ${id}`)
    return rows[0]?.key
  }

  return {
    keyOf: async (id, traceparent) => {
      const key = known.get(id) ?? (await stored(id))
      if (key === undefined) await readAll(traceparent)
      else known.set(id, key)
      return known.get(id)
    },
  }
}
