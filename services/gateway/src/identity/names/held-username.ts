import { createHmac } from 'node:crypto'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Env } from '../../config.ts'
import { errors } from '../../errors.ts'
import { isUsernameHeld } from '../erasures/store.ts'

/** The keys of what is kept of usernames: while one is replaced, a name is held, and found, under both. */
export type HeldNamesKeys = Pick<Env, 'HELD_NAMES_KEY'>

/** What is kept of the username of an erased account, by each key: usernames can be guessed, but not without the key. */
export const digestUsername = ({ HELD_NAMES_KEY }: HeldNamesKeys, username: string): Buffer[] =>
  HELD_NAMES_KEY.split(',').map((key) =>
    createHmac('sha256', Buffer.from(key, 'hex')).update(username).digest(),
  )

/**
 * Refuses a username that is still held. Call it in the transaction that inserts the name: if its account is being
 * erased, the unique index makes the insert wait until that is done.
 * @throws ApiError usernameTaken
 */
export async function judgeUsername(keys: HeldNamesKeys, tx: Queries, username: string): Promise<void> {
  if (await isUsernameHeld(tx, digestUsername(keys, username))) throw new ApiError(errors.usernameTaken)
}
