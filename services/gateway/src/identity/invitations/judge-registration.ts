import type { SiteTexts } from '@agora/shared/contracts/internal-texts'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken } from '@agora/shared/tokens'
import { errors } from '../../errors.ts'
import type { CreateUserBody } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { readSettings } from '../site/settings.ts'
import { isInvitationOpen, noteAcceptance, takeInvitation } from './store.ts'

type Asked = Pick<CreateUserBody, 'invitation' | 'accepted_rules'>

/**
 * Refuses at once who will not be let in, before a captcha is spent and a password is hashed for them.
 * @throws ApiError 403, 409, 422, 503
 */
export async function judgeRegistration(context: Context, asked: Asked, traceparent: string): Promise<void> {
  const { config, pool, readSiteTexts } = context
  const { registration, accepts_rules } = await readSettings(config, pool)
  if (registration === 'Closed') throw new ApiError(errors.registrationClosed)
  if (registration === 'Invitation') {
    if (asked.invitation === undefined) throw new ApiError(errors.invitationRequired)
    if (!(await isInvitationOpen(pool, hashToken(asked.invitation))))
      throw new ApiError(errors.invitationInvalid)
  }
  if (accepts_rules) judgeAcceptance(await readSiteTexts(traceparent), asked.accepted_rules)
}

/** Nobody accepts rules that were never written. */
function judgeAcceptance({ texts }: SiteTexts, accepted: Asked['accepted_rules']): void {
  const rules = texts.filter(({ key }) => key === 'rules')
  if (rules.length === 0) return
  if (!accepted) throw new ApiError(errors.rulesNotAccepted)
  const isCurrent = rules.some(
    ({ locale, time }) => locale === accepted.locale && Date.parse(time) === Date.parse(accepted.time),
  )
  if (!isCurrent) throw new ApiError(errors.rulesChanged)
}

/**
 * In the transaction of the registration: uses the invitation, and notes what was accepted.
 * @throws ApiError 403 if it was used up, or registration was closed, meanwhile
 */
export async function admitMember(
  { config }: Context,
  tx: Queries,
  accountId: string,
  { invitation, accepted_rules: accepted }: Asked,
): Promise<void> {
  const { registration, accepts_rules } = await readSettings(config, tx)
  if (registration === 'Closed') throw new ApiError(errors.registrationClosed)
  if (registration === 'Invitation') {
    const isTaken = invitation !== undefined && (await takeInvitation(tx, hashToken(invitation)))
    if (!isTaken) throw new ApiError(errors.invitationInvalid)
  }
  if (accepts_rules && accepted) await noteAcceptance(tx, accountId, accepted)
}
