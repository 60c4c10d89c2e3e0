import type { LinkType, UserLink } from './schemas.ts'
import type { LinkRecord } from './store.ts'

// biome-ignore lint/suspicious/noThenProperty: the contract's name; it is not a function
const nowAndThen = <Value>(value: Value) => ({ now: { value }, then: { value } })

export function userLinkView(row: LinkRecord): UserLink {
  const type = row.type as LinkType
  return {
    type,
    id: row.id,
    user: { type: 'User', id: row.accountId },
    period: { start: row.startedAt.toISOString(), end: row.endedAt?.toISOString() ?? null },
    visibility: nowAndThen(row.visibility as UserLink['visibility']['now']['value']),
    rank: nowAndThen(row.rank),
    target:
      type === 'Email'
        ? { email: row.displayName }
        : { user: { type: `${type}User`, id: row.externalId, display_name: row.displayName } },
  }
}
