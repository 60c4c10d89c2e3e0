import { missingTables, openSnapshot, type Snapshot } from '@agora/shared/database/snapshot'
import pg from 'pg'

/** The tables that are read. */
const NEEDED = [
  'users',
  'users_history',
  'email_addresses',
  'oauth_clients',
  'forum_sections',
  'forum_threads',
  'forum_posts',
  'forum_post_revisions',
  'forum_role_grants',
  'dinoparc_user_links',
  'hammerfest_user_links',
  'twinoid_user_links',
]

/** @throws Error if it is no Eternaltwin's database, or its encrypted columns do not open with the key */
export async function openEternaltwin(url: string, key: string): Promise<Snapshot> {
  const snapshot = await openSnapshot(url, 'agora-forum-import')
  try {
    const missing = await missingTables(snapshot, NEEDED)
    if (missing.length > 0)
      throw new Error(`this is no Eternaltwin of schema version 13 to 26: it has no ${missing.join(', ')}`)
    await checkKey(snapshot, key)
  } catch (error) {
    await snapshot.close()
    throw error
  }
  return snapshot
}

/** `external_routine_invocation_exception`: pgcrypto's "Wrong key or corrupt data". */
const WRONG_KEY = '39000'

async function checkKey(snapshot: Snapshot, key: string): Promise<void> {
  const encrypted = `
    SELECT pgp_sym_decrypt_bytea(value, $1) FROM (
      (SELECT password AS value FROM users_history WHERE password IS NOT NULL LIMIT 1)
      UNION ALL (SELECT email_address FROM email_addresses LIMIT 1)
      UNION ALL (SELECT secret FROM oauth_clients LIMIT 1)
    ) AS encrypted`
  try {
    await snapshot.query(encrypted, [key])
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === WRONG_KEY)) throw cause
    throw new Error(
      'ETERNALTWIN_SECRET does not open the encrypted columns: it is `secret` in their etwin.toml',
      { cause },
    )
  }
}
