import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { faultsOfGiven } from '@agora/shared/config/env'
import { backends } from '@agora/shared/contracts/service-declaration'
import { declarationOf, envPrefixOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { projectRoot } from './project.ts'
import { listenFault } from './servers/ports.ts'
import { requireReachable } from './servers/reachable.ts'
import { inboxPortFrom, metricsPortFrom, portsFrom, type Settings } from './settings.ts'

/**
 * Checks everything that a user may have set wrongly, before anything starts; the error says what is wrong and what to
 * do.
 */
export async function requireUsable(settings: Settings): Promise<void> {
  await requireSettings(settings)
  await requirePorts(settings)
  await requireStores(settings)
}

/** Checks the given variables against the services' own schemas. */
async function requireSettings(settings: Settings): Promise<void> {
  const faults = new Set<string>()
  for (const service of services) {
    const compiled = path.join(projectRoot, 'services', service, 'dist/config.js')
    if (!existsSync(compiled)) continue
    const { Env } = await import(pathToFileURL(compiled).href)
    if (Env === undefined) continue
    for (const fault of faultsOfGiven(Env, givenTo(service, settings))) faults.add(fault)
  }
  if (faults.size === 0) return
  const list = [...faults].map((fault) => `  ${fault}`).join('\n')
  throw new Error(`these environment variables are invalid:\n${list}`)
}

/** The part of the user's environment that reaches a service, under the names that it reads. */
function givenTo(service: ServiceName, { given, common, own }: Settings): NodeJS.ProcessEnv {
  const addresses = {
    postgres: given.databaseUrls[service] ?? given.databaseUrl,
    redis: given.redisUrl,
    nats: given.natsUrl,
    smtp: given.smtpUrl,
    objects: given.mediaUrl,
  }
  const { backends: needed } = declarationOf(service)
  return {
    ...common,
    ...own[service],
    ...Object.fromEntries(needed.map((name) => [backends[name].key, addresses[name]])),
    INTERNAL_KEY: given.internalKey,
    ADMIN_PASSWORD: given.administratorPassword,
  }
}

/** Checks that every port of the instance is free; otherwise an error names the port and says what to type. */
async function requirePorts({ host, port, given }: Settings): Promise<void> {
  const wanted: [string, number][] = [
    ...Object.entries(portsFrom(port)).map(([service, [own]]): [string, number] => [service, own ?? port]),
    ...(given.smtpUrl === undefined ? [['the mail inbox', inboxPortFrom(port)] as [string, number]] : []),
    ['the gateway’s metrics', metricsPortFrom(port)],
  ]
  for (const [name, own] of wanted) {
    const fault = await listenFault(own, name === 'gateway' ? host : '127.0.0.1')
    if (fault === undefined) continue
    if (fault === 'EADDRNOTAVAIL' || fault === 'ENOTFOUND' || fault === 'EAI_AGAIN')
      throw new Error(
        `HOST=${host} is not an address of this machine.\nLeave it out, or use HOST=0.0.0.0 for all of its addresses.`,
      )
    const why = fault === 'EACCES' ? 'needs the rights of root' : 'is taken by another program'
    throw new Error(
      `port ${own}, meant for ${name}, ${why}.\n` +
        `Start on other ports: PORT=${fault === 'EACCES' ? 8080 : port < 60_000 ? port + 10 : port - 10} npm start`,
    )
  }
}

/** Checks that the user's stores answer, take the credentials and do what is needed of them. */
async function requireStores({ given, common }: Settings): Promise<void> {
  const { databaseUrl, databaseUrls, redisUrl, natsUrl } = given
  const stores = [
    ['DATABASE_URL', databaseUrl, 'postgres'],
    ...Object.entries(databaseUrls).map(
      ([service, url]) => [`${envPrefixOf(service)}_DATABASE_URL`, url, 'postgres'] as const,
    ),
    ['REDIS_URL', redisUrl, 'redis'],
    ['NATS_URL', natsUrl, 'nats'],
  ] as const
  for (const [key, url, store] of stores) {
    if (url === undefined) continue
    await requireReachable(key, url)
    // The clients' code stays in memory for as long as this process runs: it is loaded only if it is needed.
    const { signIn } = await import('./servers/sign-in.ts')
    await signIn[store](url).catch((error: Error) => {
      throw new Error(
        `the server where ${key} points cannot be used: ${error.message.replace(/\.$/, '')}.\n` +
          `Correct ${key} or the server, or leave ${key} out to have one started here.`,
      )
    })
  }
  if (natsUrl === undefined && Number(common.NATS_REPLICAS ?? 1) > 1)
    throw new Error(
      'NATS_REPLICAS needs a cluster, which NATS_URL names: one that is started here is one server.',
    )
}
