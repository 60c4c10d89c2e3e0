import type { Pool } from '@agora/shared/database/pool'
import { hashToken } from '@agora/shared/tokens'
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isNative } from '../clients/settings.ts'
import type { Context } from '../context.ts'
import { deviceCodes } from './devices/adapter.ts'
import { DEVICE_GRANT } from './metadata.ts'
import { noRows } from './no-rows.ts'
import { NO_REDIRECT_URI } from './redirect-uri.ts'
import { endReused } from './reuse.ts'
import { allowedScopes, grantableScopes } from './scopes.ts'
import {
  deleteInteraction,
  type OauthClientRow,
  readGrant,
  readInteraction,
  readOauthClient,
  readSignIn,
  upsertInteraction,
} from './store.ts'
import { consumeToken, endFamilyOf, insertToken, readTokenPayload, type TokenKind } from './store-tokens.ts'

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

const ofMembers = ['authorization_code', 'refresh_token']

/**
 * How a client authenticates. Its secret here is a hash, and compared as one; a public client has none. A page's client is
 * known by its https address alone: were it given the flow of devices, anybody could ask a member in its name.
 */
const authenticationOf = ({ secretHash, callbackUris }: OauthClientRow): AdapterPayload =>
  secretHash === null
    ? {
        token_endpoint_auth_method: 'none',
        grant_types: isNative(callbackUris) ? [...ofMembers, DEVICE_GRANT] : ofMembers,
      }
    : {
        client_secret: secretHash,
        grant_types: [...ofMembers, DEVICE_GRANT, 'client_credentials'],
      }

/** Registered clients. */
const clients = (pool: Pool): Adapter => ({
  ...noRows,
  find: async (idOrKey) => {
    const row = await readOauthClient(pool, idOrKey)
    return (
      row && {
        client_id: row.id,
        ...authenticationOf(row),
        // One of an earlier version may have a fragment, which the library accepts in none.
        redirect_uris: row.callbackUris.flatMap((uri) => uri.split('#', 1)),
        application_type: isNative(row.callbackUris) ? 'native' : 'web',
        pkce: row.pkce,
        response_types: ['code'],
        allowed_scopes: allowedScopes(row.allowedScopes),
      }
    )
  },
})

/** The site's own sessions: the library asks for one by the id that an interaction was started under. */
const sessions = (pool: Pool): Adapter => ({
  ...noRows,
  findByUid: async (uid) => {
    const signIn = await readSignIn(pool, uid)
    return signIn && { jti: uid, uid, accountId: signIn.accountId, kind: 'Session' }
  },
})

/** Grants are written by the consent page. The library sees them reduced to what is allowed now. */
const grants = (pool: Pool): Adapter => ({
  ...noRows,
  find: async (id) => {
    const row = await readGrant(pool, id)
    const scope = row && grantableScopes(row.scopes, allowedScopes(row.allowedScopes)).join(' ')
    if (!row || !scope) return undefined
    return {
      jti: row.id,
      kind: 'Grant',
      accountId: row.accountId,
      clientId: row.clientId,
      openid: { scope },
      iat: seconds(row.createdAt),
      exp: seconds(row.expiresAt),
    }
  },
})

/** Whether the code that is being issued was asked for without a redirect URI. */
const namedNoRedirectUri = (): boolean => Provider.ctx?.oidc.params?.[NO_REDIRECT_URI] !== undefined

/**
 * Whoever names the redirect URI when asking for a code must do so again to redeem it (RFC 6749, section 4.1.3).
 * @throws invalid_request
 */
function requireRedirectUri(isOmitted: boolean): void {
  const { body } = Provider.ctx?.oidc ?? {}
  if (isOmitted || body?.redirect_uri !== undefined) return
  throw new errors.InvalidRequest("missing required parameter(s) 'redirect_uri'")
}

/** What the token that is being issued is given for: a code, a device or a refresh token. */
function parentOfIssued(): Buffer | undefined {
  const { RotatedRefreshToken, AuthorizationCode, DeviceCode } = Provider.ctx?.oidc.entities ?? {}
  const value = (RotatedRefreshToken ?? AuthorizationCode ?? DeviceCode)?.jti
  return value === undefined ? undefined : hashToken(value)
}

/**
 * Codes and tokens. A second use of a code or a refresh token ends the sign-in that it belongs to, in parallel or in
 * sequence: one conditional update decides which use is first.
 */
const tokens = (context: Context, kind: TokenKind, { pool } = context): Adapter => {
  const endFamily = (hash: Buffer) => context.transaction((tx) => endFamilyOf(tx, hash))
  return {
    ...noRows,
    upsert: async (value, { jti: _, ...payload }, lifetime = 0) => {
      const { grantId, clientId = '', scope } = payload
      const parent = parentOfIssued()
      const stored = await insertToken(pool, {
        hash: hashToken(value),
        kind,
        grantId,
        parent,
        clientId,
        scopes: scope?.split(' ') ?? [],
        payload: JSON.stringify(
          kind === 'AuthorizationCode' && namedNoRedirectUri()
            ? { ...payload, omitsRedirectUri: true }
            : payload,
        ),
        lifetime,
      })
      if (stored === 'ended') throw new errors.InvalidGrant('the grant was revoked')
      if (stored === 'too many') {
        // What it is renewed from is spent.
        if (parent) await endFamily(parent)
        throw new errors.InvalidGrant('renewed too often')
      }
    },
    find: async (value) => {
      const row = await readTokenPayload(pool, kind, hashToken(value))
      if (!row) return undefined
      // Whether it was used before is decided in `consume`; only a client that asks about it is told here.
      if (row.isSpent && Provider.ctx?.oidc.route === 'introspection') return undefined
      const { omitsRedirectUri, ...payload }: AdapterPayload & { omitsRedirectUri?: true } = JSON.parse(
        row.payload,
      )
      if (kind === 'AuthorizationCode') requireRedirectUri(omitsRedirectUri === true)
      return { ...payload, jti: value }
    },
    consume: async (value) => {
      const hash = hashToken(value)
      if (await consumeToken(pool, hash)) return
      await (kind === 'RefreshToken' ? endReused(context, hash) : endFamily(hash))
      throw new errors.InvalidGrant('already used')
    },
    // Revoking one ends all that its code or device has led to: the others are gone when the library asks for them.
    destroy: async (value) => {
      await endFamily(hashToken(value))
    },
    revokeByGrantId: async () => {},
  }
}

/** Requests that wait for consent. One that waits for a sign-in is not stored: it starts again afterwards. */
const interactions = ({ pool, transaction }: Context): Adapter => ({
  ...noRows,
  upsert: async (id, { jti: _, returnTo: __, ...payload }, lifetime = 0) => {
    const accountId = payload.session?.accountId
    if (payload.prompt?.name === 'login' || accountId === undefined) return
    const interaction = { hash: hashToken(id), accountId, payload: JSON.stringify(payload), lifetime }
    await transaction((tx) => upsertInteraction(tx, interaction))
  },
  find: async (id) => {
    const payload = await readInteraction(pool, hashToken(id))
    return payload === undefined ? undefined : { ...JSON.parse(payload), jti: id }
  },
  destroy: async (id) => {
    if (!(await deleteInteraction(pool, hashToken(id))))
      throw new errors.SessionNotFound('the request was answered already')
  },
})

/** The library's storage on Postgres. Secret values are stored as hashes, and payloads without them. */
export const storage =
  (context: Context) =>
  (name: string): Adapter => {
    const { pool } = context
    switch (name) {
      case 'Client':
        return clients(pool)
      case 'Session':
        return sessions(pool)
      case 'Grant':
        return grants(pool)
      case 'Interaction':
        return interactions(context)
      case 'DeviceCode':
        return deviceCodes(context)
      case 'AuthorizationCode':
      case 'AccessToken':
      case 'RefreshToken':
      case 'ClientCredentials':
        return tokens(context, name)
      default:
        return noRows
    }
  }
