import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isImportedHash } from './imported.ts'
import { holdsImportedHashes, replaceImportedHash } from './store.ts'

/**
 * A foreign hash may take ten times as long as our own. While there is one, no wrong password is refused sooner than
 * this, so that timing does not reveal which logins exist. Covers bcrypt up to the usual cost of 12; the few costlier
 * ones stand out. In milliseconds.
 */
const LEAST_REFUSAL_MS = 600

/**
 * Whether a password matches a hash (null: no account, which takes as long). A wrong one counts against its address,
 * whichever account was meant. A right one replaces a foreign hash by our own.
 * @throws ApiError 429 if the address has sent too many wrong ones, 503 if too many wait
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
  // A wrong one stays wrong, and counts, also while this cannot be asked.
  if (isWrong && (await holdsImportedHashes(pool).catch(() => true)))
    await sleep(Math.max(0, began + LEAST_REFUSAL_MS - performance.now()))
  return !isWrong
}
