import type { Context } from '../context.ts'

/**
 * Whether a password belongs to a hash (null: to no account, which takes as long). A wrong one counts against the
 * address that it came from, whoever's it should be.
 * @throws ApiError 429 where the address has given too many wrong ones, 503 where too many wait
 */
export async function judgePassword(
  { limits, passwords }: Pick<Context, 'limits' | 'passwords'>,
  hash: string | null,
  password: string,
  network: string,
): Promise<boolean> {
  await limits.wrongPasswords.take(network)
  let isWrong = false
  try {
    isWrong = !(await limits.inLane(network, () => passwords.verify(hash, password)))
    return !isWrong
  } finally {
    if (!isWrong) await limits.wrongPasswords.giveBack(network)
  }
}
