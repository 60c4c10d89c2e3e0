import type { Session } from './schemas.ts'
import type { SessionRecord } from './store.ts'

export const sessionView = (row: SessionRecord, currentId: string | undefined): Session => ({
  type: 'Session',
  id: row.id,
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  address: row.address,
  user_agent: row.userAgent,
  is_current: row.id === currentId,
})
