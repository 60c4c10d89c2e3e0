import { createHmac, hkdfSync } from 'node:crypto'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { isUsernameHeld } from '../areas/erasures/store.ts'
import type { Env } from '../config.ts'
import { errors } from '../errors.ts'

/** For one purpose alone, from the secret that only this service holds. */
const keyOf = ({ PRINCIPAL_PRIVATE_KEY }: Env): Buffer =>
  Buffer.from(hkdfSync('sha256', JSON.parse(PRINCIPAL_PRIVATE_KEY).d, '', 'usernames of erased accounts', 32))

/** What is kept of the username of an erased account: usernames can be guessed, but not without the key. */
export const digestUsername = (env: Env, username: string): Buffer =>
  createHmac('sha256', keyOf(env)).update(username).digest()

/**
 * Refuses a username that is not free again yet. Asked in the transaction that has just taken it: of an account that is being
 * erased at that moment, the index has made it wait for the end.
 * @throws ApiError usernameTaken
 */
export async function judgeUsername(env: Env, tx: Queries, username: string): Promise<void> {
  if (await isUsernameHeld(tx, digestUsername(env, username))) throw new ApiError(errors.usernameTaken)
}
