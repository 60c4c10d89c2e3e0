import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Context } from '../../context.ts'
import type { AskedFor } from '../../credentials/asked-for.ts'
import { keepLanguage as storeLanguage } from '../store.ts'

/** Keeps the language that a member chose on a page, for mails. */
export const keepLanguage = (
  { pool }: Context,
  { accountId }: AskedFor,
  language: MailLanguage,
): Promise<void> => storeLanguage(pool, accountId, language)
