import type { Authenticator } from './schemas.ts'
import type { AuthenticatorRow } from './store.ts'

export const authenticatorView = (row: AuthenticatorRow): Authenticator => ({
  type: 'Authenticator',
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  remaining: row.remaining,
})
