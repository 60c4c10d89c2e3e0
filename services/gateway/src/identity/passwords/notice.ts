import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../context.ts'
import { requestNotice } from '../mail-tokens/notice.ts'
import { takeGuessNotice } from './store.ts'

/** Tells a member by mail that somebody guesses their password, at most once a day. */
export async function noticeGuesses(context: Context, accountId: string): Promise<void> {
  await context.transaction(async (tx) => {
    if (!(await takeGuessNotice(tx, accountId))) return
    const details = {
      count: String(context.config.limits.wrong_passwords_of_account_per_day),
      time: new Date().toISOString(),
    }
    await appendEvents(tx, null, await requestNotice(context, tx, accountId, 'PasswordGuessed', details))
  })
}
