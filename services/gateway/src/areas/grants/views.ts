import { allowedScopes, cutScopes } from '../../oauth/scopes.ts'
import type { OauthGrant } from './schemas.ts'
import type { GrantsRow } from './store.ts'

/** What a client is allowed now limits what it may do, whatever it was granted. */
export const grantView = (row: GrantsRow): OauthGrant => ({
  type: 'OauthGrant',
  client: {
    type: 'OauthClient',
    id: row.client_id,
    key: row.client_key,
    display_name: row.client_name,
  },
  scopes: [...cutScopes(row.scopes, allowedScopes(row.allowed_scopes))],
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
