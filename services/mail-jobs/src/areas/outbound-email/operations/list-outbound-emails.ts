import { MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { Context } from '../../../context.ts'
import type { OutboundEmail } from '../schemas.ts'
import { readSentMails } from '../store.ts'
import { outboundEmailView } from '../views.ts'

/** The messages that were handed to the mailer, newest first. */
export async function listOutboundEmails({ db }: Context) {
  const { count, mails } = await readSentMails(db, MAX_PAGE)
  const items: OutboundEmail[] = mails.map(outboundEmailView)
  return { offset: 0, limit: MAX_PAGE, count, items }
}
