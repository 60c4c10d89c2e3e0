import { readWhileWriting } from '@agora/testing/one-look'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'] })
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const writes: [path: () => string, insert: string, remove: string][] = [
  [
    () => `/users/${administrator.id}/sessions`,
    `INSERT INTO session (id, token_hash, account_id, expires_at)
     SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), $1, now() + interval '1 day' FROM generate_series(1, 7)`,
    `DELETE FROM session WHERE account_id = $1 AND user_agent IS NULL AND address IS NULL`,
  ],
  [
    () => '/oauth_clients',
    `INSERT INTO oauth_client (id, key, display_name, app_uri, callback_uri, updated_at)
     SELECT gen_random_uuid(), 'raced_' || n || '@clients', 'Raced', 'https://x.example/', 'https://x.example/', now()
     FROM generate_series(1, 7) AS n WHERE $1::text IS NOT NULL`,
    `DELETE FROM oauth_client WHERE key LIKE 'raced%' AND $1::text IS NOT NULL`,
  ],
  [
    () => '/bans',
    `INSERT INTO ban (id, account_id, reason, created_by, is_current)
     SELECT gen_random_uuid(), $1, 'raced', $1, false FROM generate_series(1, 7)`,
    `DELETE FROM ban WHERE account_id = $1`,
  ],
]

test.each(writes)(
  'a listing counts what it shows, whatever is written meanwhile: %s',
  (path, insert, remove) =>
    readWhileWriting(
      async () => {
        const { status, body } = await suite.call('GET', `${path()}?limit=100`, { as: administrator })
        expect([status, body.items.length]).toEqual([200, body.count])
      },
      async () => {
        await query(suite, insert, [administrator.id])
        await query(suite, remove, [administrator.id])
      },
    ),
)
