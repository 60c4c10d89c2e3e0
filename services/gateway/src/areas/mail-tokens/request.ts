import { newId } from '@agora/shared/contracts/ids'
import type { MailKind, NewMailRequest } from './store.ts'

/** How long the mail service may retry, in milliseconds. */
const SEND_WITHIN_MS = 60 * 60 * 1000

export const newMailRequest = <AccountId extends string | null>(
  kind: MailKind,
  accountId: AccountId,
  email: string,
  id: string = newId(),
): NewMailRequest & { accountId: AccountId } => ({
  id,
  kind,
  accountId,
  email,
  deadline: new Date(Date.now() + SEND_WITHIN_MS),
})
