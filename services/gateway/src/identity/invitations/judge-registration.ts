import type { SiteTexts } from '@agora/shared/contracts/internal-texts'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { hashToken } from '@agora/shared/tokens'
import { errors } from '../../errors.ts'
import type { CreateUserBody } from '../accounts/schemas.ts'
import type { Context } from '../context.ts'
import { readSettings } from '../site/settings.ts'
import { readSiteTexts } from '../site/site-texts.ts'
import { type Acceptance, isInvitationOpen, noteAcceptance, takeInvitation } from './store.ts'

type Asked = Pick<CreateUserBody, 'invitation' | 'accepted_rules'>

/**
 * Refuses at once who will not be let in, before a captcha is spent and a password is hashed for them. Returns the rules that
 * they accept; undefined where there are none to accept.
 * @throws ApiError 403, 409, 422, 503
 */
export async function judgeRegistration(
  context: Context,
  asked: Asked,
  traceparent: string,
): Promise<Acceptance | undefined> {
  const { config, pool } = context
  const { registration, accepts_rules } = await readSettings(config, pool)
  if (registration === 'Closed') throw new ApiError(errors.registrationClosed)
  if (registration === 'Invitation') {
    if (asked.invitation === undefined) throw new ApiError(errors.invitationRequired)
    if (!(await isInvitationOpen(pool, hashToken(asked.invitation))))
      throw new ApiError(errors.invitationInvalid)
  }
  return accepts_rules
    ? judgeAcceptance(await readSiteTexts(context, traceparent), asked.accepted_rules)
    : undefined
}

/** Nobody accepts rules that were never written. */
function judgeAcceptance({ texts }: SiteTexts, accepted: Asked['accepted_rules']): Acceptance | undefined {
  const rules = texts.filter(({ key }) => key === 'rules')
  if (rules.length === 0) return undefined
  if (!accepted) throw new ApiError(errors.rulesNotAccepted)
  const current = rules.find(
    ({ locale, time }) => locale === accepted.locale && Date.parse(time) === Date.parse(accepted.time),
  )
  if (!current) throw new ApiError(errors.rulesChanged)
  return current
}

/**
 * In the transaction of the registration: uses the invitation, and notes what was accepted.
 * @throws ApiError 403 if it was used up, or registration was closed, meanwhile
 */
export async function admitMember(
  { config }: Context,
  tx: Queries,
  accountId: string,
  { invitation }: Asked,
  accepted: Acceptance | undefined,
): Promise<void> {
  const { registration } = await readSettings(config, tx)
  if (registration === 'Closed') throw new ApiError(errors.registrationClosed)
  if (registration === 'Invitation') {
    const isTaken = invitation !== undefined && (await takeInvitation(tx, hashToken(invitation)))
    if (!isTaken) throw new ApiError(errors.invitationInvalid)
  }
  if (accepted) await noteAcceptance(tx, accountId, accepted)
}
