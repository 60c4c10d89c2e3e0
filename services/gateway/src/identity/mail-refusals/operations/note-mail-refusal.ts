import type { MailRefusal } from '@agora/shared/contracts/internal-mail'
import type { Context } from '../../context.ts'
import { storeRefusal } from '../store.ts'

/** Stops the digests to an address at which nobody gets mails, until it is confirmed anew. */
export const noteMailRefusal = ({ pool }: Context, { user, recipient, answer }: MailRefusal): Promise<void> =>
  storeRefusal(pool, user, recipient, answer)
