import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import type { Params } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'

export type Periods = Schemas['ArchivePeriods']

/** What a field read when it was last seen. */
export interface Snapshot {
  latest: {
    period: { start: string; end: string | null }
    retrieved: { latest: string }
    value: unknown
  }
}

export interface ArchivedRecord {
  /** As the game called it last, where it did. */
  name: string | null
  server: string | undefined
  id: string
  archivedAt: string
  /** Those that were ever observed, by their names. */
  fields: [name: string, snapshot: Snapshot][]
  members: Schemas['GameAUser']['svc'] | undefined
}

export interface HistoryQuery {
  field: string
  offset: number
  limit: number
}

/** A kind of archived record: how it is read, and how a field's periods are. */
export interface Kind {
  /** Below `/archive`, as below the API's. */
  path: string
  read(visit: Visit, params: Params): Promise<ArchivedRecord>
  history(visit: Visit, params: Params, query: HistoryQuery): Promise<Periods>
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && 'latest' in value

interface Raw {
  id: string
  archived_at: string
  server?: string
  svc?: Schemas['GameAUser']['svc']
}

const recordOf = (raw: Raw, name: string | null): ArchivedRecord => ({
  name,
  server: raw.server,
  id: raw.id,
  archivedAt: raw.archived_at,
  fields: Object.entries(raw).filter((entry): entry is [string, Snapshot] => isSnapshot(entry[1])),
  members: raw.svc,
})

const gameA = ({ server = '', id = '' }: Params) => ({ server, user_id: id })
const creature = ({ server = '', id = '' }: Params) => ({ server, creature_id: id })

export const kinds = {
  gameAUser: {
    path: 'game_a/:server/users/:id',
    async read({ api }, params) {
      const path = gameA(params)
      const raw = await must(api.GET('/api/v1/archive/game_a/{server}/users/{user_id}', { params: { path } }))
      return recordOf(raw, raw.username)
    },
    history: ({ api }, params, query) =>
      must(
        api.GET('/api/v1/archive/game_a/{server}/users/{user_id}/history', {
          params: { path: gameA(params), query },
        }),
      ),
  },
  gameACreature: {
    path: 'game_a/:server/creatures/:id',
    async read({ api }, params) {
      const path = creature(params)
      const raw = await must(
        api.GET('/api/v1/archive/game_a/{server}/creatures/{creature_id}', { params: { path } }),
      )
      return recordOf(raw, raw.name?.latest.value ?? null)
    },
    history: ({ api }, params, query) =>
      must(
        api.GET('/api/v1/archive/game_a/{server}/creatures/{creature_id}/history', {
          params: { path: creature(params), query },
        }),
      ),
  },
  gameBUser: {
    path: 'game_b/:server/users/:id',
    async read({ api }, params) {
      const path = gameA(params)
      const raw = await must(api.GET('/api/v1/archive/game_b/{server}/users/{user_id}', { params: { path } }))
      return recordOf(raw, raw.username)
    },
    history: ({ api }, params, query) =>
      must(
        api.GET('/api/v1/archive/game_b/{server}/users/{user_id}/history', {
          params: { path: gameA(params), query },
        }),
      ),
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
