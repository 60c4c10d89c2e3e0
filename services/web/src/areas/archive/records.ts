import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Params } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'

export type Periods = Schemas['ArchivePeriods']

/** A field as it was last seen. */
export interface Snapshot {
  latest: {
    period: { start: string; end: string | null }
    retrieved: { latest: string }
    value: unknown
  }
}

export interface ArchivedRecord {
  /** Its last name in the game, if any. */
  name: string | null
  server: string | undefined
  id: string
  archivedAt: string
  /** All fields that were ever observed, by name. */
  fields: [name: string, snapshot: Snapshot][]
  members: Schemas['GameAUser']['svc'] | undefined
  /** What this record belongs to. */
  parent?: RecordLink
  /** Records that belong to it. */
  related?: RecordLink[]
}

interface RecordLink {
  href: string
  name: string
}

export interface HistoryQuery {
  field: string
  offset: number
  limit: number
}

export type KindName = 'GameAUser' | 'GameACreature' | 'GameBUser' | 'GameCUser' | 'GameCRewards'

/** A kind of archived record, and how to read it and the periods of its fields. */
export interface Kind {
  /** Below `/archive`, and below the API's path. */
  path: string
  read(visit: Visit, params: Params): Promise<ArchivedRecord>
  history(visit: Visit, params: Params, query: HistoryQuery): Promise<Periods>
}

/** The name comes from the page's address. The API says whether it exists, so any text passes for one of its names. */
const asAsked = (query: HistoryQuery) => query as Omit<HistoryQuery, 'field'> & { field: never }

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

/** The latest period of each field that was ever seen, for a record whose own route returns values alone. */
async function latestOf(
  names: readonly string[],
  newest: (field: string) => Promise<Periods>,
): Promise<ArchivedRecord['fields']> {
  const seen = await Promise.all(names.map(async (name) => [name, (await newest(name)).items[0]] as const))
  return seen.flatMap(([name, latest]) => (latest ? [[name, { latest }]] : []))
}

const account = ({ server = '', id = '' }: Params) => ({ server, user_id: id })
const creature = ({ server = '', id = '' }: Params) => ({ server, creature_id: id })

export const kinds: Record<KindName, Kind> = {
  GameAUser: {
    path: 'game_a/:server/users/:id',
    async read({ api }, params) {
      const path = account(params)
      const raw = await must(api.GET('/api/v1/archive/game_a/{server}/users/{user_id}', { params: { path } }))
      return recordOf(raw, raw.username)
    },
    history: ({ api }, params, query) =>
      must(
        api.GET('/api/v1/archive/game_a/{server}/users/{user_id}/history', {
          params: { path: account(params), query: asAsked(query) },
        }),
      ),
  },
  GameACreature: {
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
          params: { path: creature(params), query: asAsked(query) },
        }),
      ),
  },
  GameBUser: {
    path: 'game_b/:server/users/:id',
    async read({ api }, params) {
      const path = account(params)
      const raw = await must(api.GET('/api/v1/archive/game_b/{server}/users/{user_id}', { params: { path } }))
      return recordOf(raw, raw.username)
    },
    history: ({ api }, params, query) =>
      must(
        api.GET('/api/v1/archive/game_b/{server}/users/{user_id}/history', {
          params: { path: account(params), query: asAsked(query) },
        }),
      ),
  },
  GameCUser: {
    path: 'game_c/users/:id',
    async read(visit, params) {
      const path = { user_id: params.id ?? '' }
      const raw = await must(visit.api.GET('/api/v1/archive/game_c/users/{user_id}', { params: { path } }))
      const fields = await latestOf(['scores', 'links', 'display_name'], (field) =>
        kinds.GameCUser.history(visit, params, { field, offset: 0, limit: 1 }),
      )
      return {
        ...recordOf(raw, raw.display_name),
        fields,
        related: (raw.links ?? []).map(({ site: { id, host } }) => ({
          href: `/archive/game_c/users/${raw.id}/rewards/${id}`,
          name: host,
        })),
      }
    },
    history: ({ api }, { id = '' }, query) => {
      const path = { user_id: id }
      return must(
        query.field === 'scores'
          ? api.GET('/api/v1/archive/game_c/users/{user_id}/scores/history', {
              params: { path, query: asAsked(query) },
            })
          : api.GET('/api/v1/archive/game_c/users/{user_id}/history', {
              params: { path, query: asAsked(query) },
            }),
      )
    },
  },
  GameCRewards: {
    path: 'game_c/users/:id/rewards/:site',
    async read(visit, params) {
      const account = await kinds.GameCUser.read(visit, params)
      const own = visit.path.split('?', 1)[0]
      const site = account.related?.find(({ href }) => href === own)
      const fields = await latestOf(['stats', 'rewards'], (field) =>
        kinds.GameCRewards.history(visit, params, { field, offset: 0, limit: 1 }),
      )
      if (!site && fields.length === 0) throw new ApiRefusal(404, 'GameCRewardsNotFound')
      return {
        name: `${account.name ?? `#${account.id}`}: ${site?.name ?? `#${params.site}`}`,
        server: undefined,
        id: account.id,
        archivedAt: account.archivedAt,
        fields,
        members: undefined,
        parent: { href: `/archive/game_c/users/${account.id}`, name: account.name ?? `#${account.id}` },
      }
    },
    history: ({ api }, { id = '', site = '' }, query) =>
      must(
        api.GET('/api/v1/archive/game_c/users/{user_id}/rewards/{site_id}/history', {
          params: { path: { user_id: id, site_id: site }, query: asAsked(query) },
        }),
      ),
  },
}
