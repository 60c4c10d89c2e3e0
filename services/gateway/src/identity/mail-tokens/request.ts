import { newId } from '@agora/shared/contracts/ids'
import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { MailKind, NewMailRequest } from './store.ts'

/** How long the mail service may retry, in milliseconds. */
const SEND_WITHIN_MS = 60 * 60 * 1000

export const newMailRequest = <AccountId extends string | null>(
  kind: MailKind,
  accountId: AccountId,
  email: string,
  { id = newId(), language }: { id?: string | undefined; language?: MailLanguage | undefined } = {},
): NewMailRequest & { accountId: AccountId } => ({
  id,
  kind,
  accountId,
  email,
  language: language ?? null,
  deadline: new Date(Date.now() + SEND_WITHIN_MS),
})
