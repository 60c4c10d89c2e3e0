import { errors, type FindAccount } from 'oidc-provider'
import type { Context } from '../context.ts'
import { pictureOf } from './picture.ts'
import { readProfile } from './store.ts'

/** Members, as the library asks for them: those whom a session or a grant names exist. */
export const accountFinder =
  (context: Context): FindAccount =>
  ({ oidc }, accountId) => ({
    accountId,
    claims: async (use, scope) => {
      if (!/\b(?:profile|email)\b/.test(scope)) return { sub: accountId }
      const profile = await readProfile(context.pool, accountId)
      // Erased since its grant was read.
      if (!profile)
        throw use === 'userinfo' ? new errors.InvalidToken('no such member') : new errors.InvalidGrant()
      const { displayName, changedAt, email } = profile
      const picture = /\bprofile\b/.test(scope) ? await pictureOf(context, accountId, oidc.issuer) : undefined
      return {
        sub: accountId,
        name: displayName,
        updated_at: Math.floor(changedAt.getTime() / 1000),
        ...(picture === undefined ? {} : { picture }),
        ...(email === null ? {} : { email, email_verified: true }),
      }
    },
  })
