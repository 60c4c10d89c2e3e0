import type { OauthClient } from './schemas.ts'
import type { ClientRecord } from './store.ts'

/** The secret is never shown in any form. Clients belong to the instance, so none has an owner. */
export const clientView = (row: ClientRecord): OauthClient => ({
  type: 'OauthClient',
  id: row.id,
  key: row.key,
  display_name: row.displayName,
  app_uri: row.appUri,
  callback_uri: row.callbackUri,
  ...(row.secretHash === null ? { public: true as const } : {}),
  owner: null,
})
