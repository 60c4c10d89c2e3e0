import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isImportedHash } from './imported.ts'
import { holdsImportedHashes, replaceImportedHash } from './store.ts'

/**
 * As long as any account has a hash from elsewhere, which may take ten times as long as one of our own, all that is
 * wrong takes so long, in milliseconds: how fast it is refused must not tell which logins there are.
 */
const LONGEST_MS = 600

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
    await sleep(Math.max(0, began + LONGEST_MS - performance.now()))
  return !isWrong
}
