import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { plainLogin } from '../credentials/store.ts'
import { noticeGuesses } from './notice.ts'

/** How long each password for a guessed login waits where no captcha can be asked for, in milliseconds. */
const SLOW_MS = 2_000

/**
 * Whether so many wrong passwords were sent for this login today, from wherever, that somebody must be guessing. However
 * it is spelled; but by the name that was tried, not its account: whether two names belong to one account shows nowhere.
 */
export const isGuessed = ({ limits }: Pick<Context, 'limits'>, login: string): Promise<boolean> =>
  limits.guesses.isReached(plainLogin(login))

/** Slows down who tries a guessed login. It is never closed: a stranger could close it for its member. */
export async function slowGuesses(context: Pick<Context, 'limits'>, login: string): Promise<void> {
  if (await isGuessed(context, login)) await sleep(SLOW_MS)
}

/** Counts a wrong password for this login; the member is told by mail once they are many. */
export async function noteGuess(context: Context, login: string, accountId: string | undefined) {
  const areMany = await context.limits.guesses.add(plainLogin(login))
  if (!areMany || accountId === undefined) return
  // Not waited for: the time would tell that there is an account.
  void noticeGuesses(context, accountId).catch((error) =>
    context.logger.error({ err: error, user: accountId }, 'a member is not told of wrong passwords'),
  )
}
