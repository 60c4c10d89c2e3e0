import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isImportedHash } from './imported.ts'
import { holdsImportedHashes, replaceImportedHash } from './store.ts'

/**
 * A hash from elsewhere may take ten times the time of one of ours. While there is one, no wrong password is refused
 * sooner than this, in milliseconds, so that the time tells nobody which logins there are. It covers bcrypt up to a cost
 * of 12, the usual one; the few dearer ones stand out.
 */
const LEAST_REFUSAL_MS = 600

/**
 * Whether a password belongs to a hash (null: to no account, which takes as long). A wrong one counts against the
 * address that it came from, whoever's it should be. A right one replaces a hash from elsewhere by one of our own.
 * @throws ApiError 429 where the address has given too many wrong ones, 503 where too many wait
 */
export async function judgePassword(
  context: Pick<Context, 'limits' | 'passwords' | 'pool'>,
  hash: string | null,
  password: string,
  network: string,
): Promise<boolean> {
  const { limits, passwords, pool } = context
  await limits.wrongPasswords.take(network)
  let isWrong = false
  let began = 0
  try {
    isWrong = !(await limits.inLane(network, () => {
      began = performance.now()
      return passwords.verify(hash, password)
    }))
  } finally {
    if (!isWrong) await limits.wrongPasswords.giveBack(network)
  }
  if (!isWrong && hash !== null && isImportedHash(hash))
    await replaceImportedHash(pool, hash, await passwords.hash(password))
  if (isWrong && (await holdsImportedHashes(pool)))
    await sleep(Math.max(0, began + LEAST_REFUSAL_MS - performance.now()))
  return !isWrong
}
