import { isPortFree } from './servers/ports.ts'
import { requireReachable } from './servers/reachable.ts'
import { inboxPortFrom, metricsPortFrom, portsFrom, type Settings } from './settings.ts'

/** Every port of the instance is free; else an error that names the one which is not and says what to type. */
export async function requirePorts({ host, port, given }: Settings): Promise<void> {
  const wanted: [string, number][] = [
    ...Object.entries(portsFrom(port)).map(([service, [own]]): [string, number] => [service, own ?? port]),
    ...(given.smtpUrl === undefined ? [['the mail inbox', inboxPortFrom(port)] as [string, number]] : []),
    ['the gateway’s metrics', metricsPortFrom(port)],
  ]
  for (const [name, own] of wanted) {
    if (await isPortFree(own, name === 'gateway' ? host : '127.0.0.1')) continue
    throw new Error(
      `port ${own}, meant for ${name}, is taken by another program.\n` +
        `Start on other ports: PORT=${port < 60_000 ? port + 10 : port - 10} npm start`,
    )
  }
}

/** The stores that the user named answer. */
export async function requireStores({ given }: Settings): Promise<void> {
  const stores = { DATABASE_URL: given.databaseUrl, REDIS_URL: given.redisUrl, NATS_URL: given.natsUrl }
  for (const [key, url] of Object.entries(stores)) if (url !== undefined) await requireReachable(key, url)
}
