import { createHash } from 'node:crypto'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type ConfiguredApp, initialApp, initialChannel } from '../configured.ts'
import { retirement } from '../retirement.ts'
import type { App, AppStore, Channel } from '../store.ts'

/** The configured apps as if newly created; without owners, since only an edit sets them. */
export function createMemoryStore(config: AgoraConfig): AppStore {
  const now = new Date()
  const apps = new Map(config.apps.map((app) => appOf(app, now)).map((app) => [app.id, app]))
  return {
    listApps: async () => [...apps.values()].filter(({ retiredAt }) => retiredAt === null),
    findApp: async (id) => apps.get(id),
    editApp: async () => {
      throw new ApiError(errors.readOnlyStore)
    },
  }
}

function appOf(configured: ConfiguredApp, now: Date): App {
  const retired = retirement(configured, undefined, now)
  const channels = configured.channels
    .map(
      (channel): Channel => ({
        id: stableId(configured.key, channel.key),
        ...initialChannel(configured, channel),
        createdAt: now,
        retiredAt: retired.channels.get(channel.key) ?? null,
      }),
    )
    .filter(({ retiredAt }) => retiredAt === null || retired.app !== null)
  return {
    id: stableId(configured.key),
    ...initialApp(configured),
    owners: [],
    createdAt: now,
    retiredAt: retired.app,
    // An app with only retired channels is retired itself, and then they are all kept.
    channels: channels as [Channel, ...Channel[]],
  }
}

/** The same at every start and in every replica, in the form of a UUIDv7. */
function stableId(...keys: string[]): string {
  const digits = createHash('sha256').update(keys.join('/')).digest('hex')
  const part = (from: number, length: number) => digits.slice(from, from + length)
  return `01890000-0000-7${part(0, 3)}-8${part(3, 3)}-${part(6, 12)}`
}
