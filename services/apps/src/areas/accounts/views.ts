import type { App } from '../apps/store.ts'
import type { AppAccount } from './schemas.ts'
import type { Account } from './store.ts'

/** These would climb in the path that they stand in, however they are written. */
const climbs = (id: string) => id === '.' || id === '..'

const uriOf = (template: string | null, id: string): string | null =>
  template === null || climbs(id) ? null : template.replaceAll('{user_id}', () => encodeURIComponent(id))

/** `isOwn`: for the member or an administrator, who are told whether others see it. */
export const accountView = (app: App, account: Account, isOwn: boolean): AppAccount => ({
  type: 'AppAccount',
  app: { type: 'App', id: app.id, key: app.key, display_name: app.displayName },
  id: account.id,
  display_name: account.displayName,
  uri: uriOf(app.channels[0].userUri, account.id),
  linked_at: account.linkedAt.toISOString(),
  ...(isOwn && { visibility: account.visibility }),
})
