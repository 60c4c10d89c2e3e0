import type { MailRecipient, MailRecipientRequest } from '@agora/shared/contracts/internal-digests'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { readSettings } from '../../site/settings.ts'
import { readRecipient } from '../store.ts'

/** @throws ApiError 404 for an unknown or banned member, or one without a verified address, for a digest a reachable one */
export async function getMailRecipient(
  { pool, config }: Context,
  { user, is_digest }: MailRecipientRequest,
): Promise<MailRecipient> {
  const row = await readRecipient(pool, user, { isDigest: is_digest === true })
  if (!row) throw new ApiError(errors.nothingToSend)
  const site = await readSettings(config, pool)
  return {
    recipient: row.email,
    display_name: row.displayName,
    locale: row.language ?? site.mail_locale,
    is_own_locale: row.language !== null,
    ...(row.zone !== null && { zone: row.zone }),
  }
}
