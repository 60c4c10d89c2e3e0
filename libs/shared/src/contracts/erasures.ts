import { type Static, Type } from 'typebox'
import { declarationOf, type UpstreamName, upstreamNames } from './services.ts'
import { Timestamp, Uuid } from './types.ts'

/** What an erased account is called wherever one is shown. */
export const DELETED_MEMBER = 'Deleted member'

/** The services that hold something of accounts. */
export const accountHolders: readonly UpstreamName[] = upstreamNames.filter(
  (service) => declarationOf(service).holdsMembersData,
)

/** The most erasures in one response, or in one question about what a service knows. */
export const ERASURES_AT_ONCE = 1_000

const DueErasure = Type.Object({
  user: Uuid,
  erased_at: Timestamp,
  /** SHA-256 of each address in lowercase, hexadecimal: of mails that others may have sent there. */
  emails: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  /** Whether the service has erased nothing of it yet. */
  is_first: Type.Boolean(),
  /** Whether all that was under way while the account was erased has come to its end: nothing comes after this pass. */
  is_last: Type.Boolean(),
})
export type DueErasure = Static<typeof DueErasure>

/**
 * The gateway's `POST /internal/erasures/due`: the caller reports what it has erased since its last call, and learns
 * what to erase. An account is due twice: at once, and when no earlier request can still be writing about it.
 */
export const ErasuresDone = Type.Object({
  done: Type.Array(Type.Object({ user: Uuid, is_last: Type.Boolean() }), { maxItems: ERASURES_AT_ONCE }),
})
export type ErasuresDone = Static<typeof ErasuresDone>
export const ErasuresDue = Type.Object({ due: Type.Array(DueErasure) })

/**
 * The gateway's `POST /internal/erasures/known`: the ids that a service has erased, in order, from `after` on. What the gateway
 * does not know of (its data was restored) it erases again; what the service does not know of (its own was) is due again.
 */
export const ErasuresKnown = Type.Object({
  /** Null: from the first one on. */
  after: Type.Union([Uuid, Type.Null()]),
  users: Type.Array(Uuid, { maxItems: ERASURES_AT_ONCE }),
  /** Whether there are none behind these. */
  is_end: Type.Boolean(),
})
export type ErasuresKnown = Static<typeof ErasuresKnown>
