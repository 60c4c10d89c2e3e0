import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { Context } from '../../context.ts'
import type { RecordType } from '../../observations/types.ts'
import { recordKey } from './keys.ts'
import { findLinkedRecord, findRecord, type LinkRow, type RecordRow } from './store.ts'

/** Identifies a record: `scope` is the game server or, for rewards, the site; otherwise empty. */
export interface RecordPlace {
  type: RecordType
  scope: string
  subject: string
}

/** Every record is public. Undefined if nothing is archived there. */
export async function accessRecord(
  { db, config }: Context,
  { type, scope, subject }: RecordPlace,
): Promise<RecordRow | undefined> {
  const key = recordKey(config.games, type, scope, subject)
  return key && (await findRecord(db, key))
}

/** A game account with its links. @throws ApiError `notFound` if nothing is archived there. */
export async function accessAccount(
  { db, config }: Context,
  { type, scope, subject }: RecordPlace,
  game: 'game_a' | 'game_b' | 'game_c',
  notFound: ErrorDefinition,
): Promise<RecordRow & { links: LinkRow[] }> {
  const key = recordKey(config.games, type, scope, subject)
  const record = key && (await findLinkedRecord(db, key, game))
  if (!record) throw new ApiError(notFound)
  return record
}
