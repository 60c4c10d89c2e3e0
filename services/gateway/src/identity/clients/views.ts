import { allowedScopesOf } from '../oauth/scopes.ts'
import type { OauthClientRow } from '../oauth/store.ts'
import type { ClientDetail, OauthClient } from './schemas.ts'
import type { ClientRecord } from './store.ts'

type Shown = Pick<ClientRecord, 'id' | 'key' | 'displayName' | 'appUri' | 'callbackUri' | 'secretHash'>

/** The secret is never shown in any form. Clients belong to the instance, so none has an owner. */
export const clientView = (row: Shown): OauthClient => ({
  type: 'OauthClient',
  id: row.id,
  key: row.key,
  display_name: row.displayName,
  app_uri: row.appUri,
  callback_uri: row.callbackUri,
  ...(row.secretHash === null ? { public: true as const } : {}),
  owner: null,
})

export const clientDetailView = (row: OauthClientRow): ClientDetail => ({
  ...clientView(row),
  allowed_scopes: allowedScopesOf(row.allowedScopes),
  callback_uris: row.callbackUris,
  pkce: row.pkce,
  is_public: row.secretHash === null,
})
