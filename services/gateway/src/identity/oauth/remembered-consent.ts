import type { KoaContextWithOIDC } from 'oidc-provider'
import { isOwnHttps } from '../clients/settings.ts'
import type { Context } from '../context.ts'
import { scopesToGrant } from './policy.ts'
import { readCoveringGrant } from './store.ts'

/**
 * Whether whoever gets the answer can be known to be the client: it has a secret, or its answers go to an https address
 * of its own. Any program on the member's device can take another's port or scheme (RFC 8252, section 8.6).
 */
const isKnownToBe = ({ oidc: { client, params } }: KoaContextWithOIDC): boolean =>
  client?.clientAuthMethod !== 'none' || isOwnHttps(String(params?.redirect_uri))

/** The grant by which a member has already agreed to what is asked; undefined if they are to be asked. */
async function rememberedConsent({ pool }: Context, ctx: KoaContextWithOIDC): Promise<string | undefined> {
  const { account, client, prompts } = ctx.oidc
  if (!account || !client || prompts.has('consent') || !isKnownToBe(ctx)) return undefined
  const wanted = { accountId: account.accountId, clientId: client.clientId, scopes: scopesToGrant(ctx) }
  return readCoveringGrant(pool, wanted)
}

/** Finds the grant of a request: what the member has just agreed to, or has before. */
export const grantFinder = (context: Context) => async (ctx: KoaContextWithOIDC) => {
  const { result, session, client, provider } = ctx.oidc
  if (!session || !client) return undefined
  const grantId = result?.consent ? result.consent.grantId : await rememberedConsent(context, ctx)
  if (grantId === undefined) return undefined
  // A request may name its client by the key, under which the library would file the grant.
  session.ensureClientContainer(client.clientId)
  session.grantIdFor(client.clientId, grantId)
  return provider.Grant.find(grantId)
}
