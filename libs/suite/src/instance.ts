import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { closeAll } from './closing.ts'
import { requireDataFolder } from './data-folder.ts'
import type { Deployment } from './deployment.ts'
import { type Inbox, startInbox } from './inbox/inbox.ts'
import { databasesOf, makeDataFolder, mediaUrlIn, recordDatabases } from './instance-data.ts'
import { lockInstance } from './instance-lock.ts'
import { type Launched, launch } from './launch.ts'
import { requireUsable } from './requirements.ts'
import { loadSampleOnce } from './sample.ts'
import { keptSecrets, type Secrets } from './secrets.ts'
import type { StoreServer } from './servers/server.ts'
import { inboxPortFrom, metricsPortFrom, portsFrom, readSettings, type Settings } from './settings.ts'
import { recordInstance } from './status.ts'
import { type Stores, startStores } from './stores.ts'

export interface InstanceOptions {
  env: NodeJS.ProcessEnv
  /** Called with what a user should know. */
  note: (line: string) => void
  /** Runs a step under its title. */
  step: <Result>(title: string, work: () => Promise<Result>) => Promise<Result>
  /** Aborts the start between two steps. */
  signal: AbortSignal
}

export interface Instance {
  url: string
  administrator: string
  /** The password created at the first start, while it is still valid. */
  firstPassword: string | undefined
  /** Where sent mails can be read; undefined with a real mail server. */
  inbox: string | undefined
  /** Folder of the log files. */
  logs: string
  /** Ends the services, then the stores; idempotent. */
  stop(): Promise<void>
}

/** Runs the whole suite on one machine, with its own stores unless others are named. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const settings = readSettings(options.env)
  const config = readAgoraFile(settings.config)
  requireDataFolder(settings.data)
  makeDataFolder(settings.data)
  const closing: (() => unknown)[] = [await lockInstance(settings.data)]
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= closeAll(closing)
    return stopped
  }
  try {
    return await start(options, settings, config, closing, stop)
  } catch (error) {
    await stop().catch((failure) => options.note(String(failure)))
    throw error
  }
}

async function start(
  options: InstanceOptions,
  settings: Settings,
  config: AgoraConfig,
  closing: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Instance> {
  const { note, step, signal } = options
  await requireUsable(settings)
  signal.throwIfAborted()

  const stores = await step('Starting Postgres, Redis and NATS', () =>
    startStores({
      folder: settings.data,
      given: {
        postgres: settings.given.databaseUrl,
        redis: settings.given.redisUrl,
        nats: settings.given.natsUrl,
      },
      note,
    }),
  )
  closing.push(() => stores.stop())
  let ending = false
  closing.push(() => {
    ending = true
  })
  for (const server of stores.own) void keepRunning(server, note, () => ending)
  signal.throwIfAborted()

  const inbox = settings.given.smtpUrl
    ? undefined
    : await startInbox({ folder: path.join(settings.data, 'mails'), port: inboxPortFrom(settings.port) })
  closing.push(() => inbox?.close())

  const secrets = { ...keptSecrets(settings.data), ...givenSecrets(settings) }
  const deployment = await step('Preparing the databases', () =>
    describe(settings, config, stores, inbox, secrets, options),
  )
  closing.push(recordDatabases(settings.data, deployment.databaseUrls))
  signal.throwIfAborted()

  const logs = path.join(settings.data, 'logs')
  const launched = await step('Migrating and starting the services', () =>
    launch({ deployment, logs, supervise: note, signal }),
  )
  closing.push(() => launched.stop())
  closing.push(
    recordInstance(settings.data, { url: launched.url, inbox: inbox?.url, services: addressesOf(launched) }),
  )
  // A database named by the user is theirs to fill.
  if (!settings.given.databaseUrl) await loadSampleOnce(settings.data, deployment, note)
  return {
    url: launched.url,
    administrator: config.administrator.username,
    firstPassword: await firstPassword(launched, settings, config, secrets),
    inbox: inbox?.url,
    logs,
    stop,
  }
}

/** Where each process of the services answers. */
const addressesOf = ({ processes }: Launched): Record<string, string> =>
  Object.fromEntries(
    Object.values(processes)
      .flat()
      .map(({ name, url }) => [name, url]),
  )

function givenSecrets({ given }: Settings): Partial<Secrets> {
  return {
    ...(given.internalKey === undefined ? {} : { internalKey: given.internalKey }),
    ...(given.administratorPassword === undefined
      ? {}
      : { administratorPassword: given.administratorPassword }),
  }
}

async function describe(
  settings: Settings,
  config: AgoraConfig,
  stores: Stores,
  inbox: Inbox | undefined,
  secrets: Secrets,
  { env, note }: InstanceOptions,
): Promise<Deployment> {
  const databaseUrls = await databasesOf(settings, stores.postgres, secrets, note)
  return {
    host: settings.host,
    ports: portsFrom(settings.port),
    config: settings.config,
    databaseUrls,
    redisUrl: stores.redis?.url ?? settings.given.redisUrl ?? '',
    natsUrl: stores.nats?.url ?? settings.given.natsUrl ?? '',
    smtpUrl: inbox?.smtpUrl ?? settings.given.smtpUrl ?? '',
    mediaUrl: settings.given.mediaUrl ?? mediaUrlIn(settings.data),
    secrets,
    common: settings.common,
    overrides: {
      ...settings.own,
      gateway: {
        METRICS_PORT: String(metricsPortFrom(settings.port)),
        ...settings.own.gateway,
        ...namedSecrets(config, env),
      },
    },
  }
}

/** The secrets of clients and providers, which the configuration references by the name of a variable. */
function namedSecrets(config: AgoraConfig, env: NodeJS.ProcessEnv): Record<string, string> {
  const names = [...config.clients, ...Object.values(config.providers)].map((entry) => entry?.secret_env)
  return Object.fromEntries(
    names.flatMap((name) => (name !== undefined && env[name] ? [[name, env[name]]] : [])),
  )
}

/** A store that ends unexpectedly is restarted on its data. */
async function keepRunning(
  server: StoreServer,
  note: (line: string) => void,
  isEnding: () => boolean,
): Promise<void> {
  for (;;) {
    const { code, signal } = await server.exited
    if (isEnding()) return
    note(`${server.name} ended (${signal ?? `status ${code}`}), starting it again.`)
    while (!isEnding()) {
      try {
        await server.restart()
        break
      } catch (error) {
        note(`${server.name} could not be started: ${String(error)}`)
        await sleep(5_000)
      }
    }
  }
}

/** Asks the gateway whether the password from the first start is still valid. */
async function firstPassword(launched: Launched, settings: Settings, config: AgoraConfig, secrets: Secrets) {
  if (settings.given.administratorPassword !== undefined) return undefined
  const login = `${config.administrator.username}:${secrets.administratorPassword}`
  const response = await fetch(`${launched.url}/api/v1/auth/self`, {
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  })
  const context: unknown = response.ok ? await response.json() : undefined
  const isUser =
    typeof context === 'object' && context !== null && 'type' in context && context.type === 'User'
  return isUser ? secrets.administratorPassword : undefined
}
