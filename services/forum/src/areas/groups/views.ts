import type { Group } from './schemas.ts'
import type { GroupRow } from './store.ts'

export function viewGroup({ id, key, displayName, members }: GroupRow): Group {
  return { type: 'ForumGroup', id, key, display_name: displayName, members: { count: members } }
}
