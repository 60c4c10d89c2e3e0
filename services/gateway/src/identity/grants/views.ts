import { allowedScopes, grantableScopes } from '../oauth/scopes.ts'
import type { OauthGrant } from './schemas.ts'
import type { GrantsRow } from './store.ts'

/** The client's current allowance limits every grant. */
export const grantView = (row: GrantsRow): OauthGrant => ({
  type: 'OauthGrant',
  client: {
    type: 'OauthClient',
    id: row.clientId,
    key: row.clientKey,
    display_name: row.clientName,
  },
  scopes: [...grantableScopes(row.scopes, allowedScopes(row.allowedScopes))],
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})
