import {
  databaseEnv,
  gatewayClientEnv,
  natsEnv,
  principalEnv,
  readEnv,
  redisEnv,
  serviceEnv,
} from '@agora/shared/config/env'
import { type Static, Type } from 'typebox'

const common = { ...serviceEnv, ...principalEnv }

const MemoryEnv = Type.Object({ ...common, APPS_STORE: Type.Literal('memory') })

/** The environment where apps are kept in Postgres: tools need to know of no other. */
export const Env = Type.Object({
  ...common,
  ...databaseEnv('apps'),
  ...natsEnv,
  ...gatewayClientEnv,
  ...redisEnv,
  APPS_STORE: Type.Literal('postgres', {
    default: 'postgres',
    description: 'Where apps are kept: postgres, or memory to run on the configuration alone.',
  }),
  WEBHOOK_KEY: Type.String({
    pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})?$',
    description:
      'Encrypts the channels’ signing secrets at rest, in hexadecimal, the newest first; the second opens what it ' +
      'has sealed while keys rotate.',
  }),
})

export type MemoryEnv = Static<typeof MemoryEnv>
export type PostgresEnv = Static<typeof Env>
export type Env = MemoryEnv | PostgresEnv

/** @throws Error that names every invalid key. */
export function readAppsEnv(source: NodeJS.ProcessEnv = process.env): Env {
  return source.APPS_STORE === 'memory' ? readEnv(MemoryEnv, source) : readEnv(Env, source)
}
