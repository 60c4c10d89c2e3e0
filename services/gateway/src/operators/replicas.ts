import { lookup } from 'node:dns/promises'
import type { Context } from '../context.ts'

/** Where one process of a service reports its state. */
export interface ReplicaAddress {
  /** Host and port, as the page names it. */
  name: string
  health: string
  metrics: string
}

/**
 * Every process of each service, as far as the environment and DNS tell, looked up anew each time; none of a service
 * that is not deployed. The gateway's are undefined if it knows only itself.
 */
export function knownReplicas({ env, services }: Pick<Context, 'env' | 'services'>) {
  const names = env.REPLICA_HOSTS.split(',').filter((name) => name !== '')

  const hostsOf = async (service: string): Promise<string[]> => {
    const found = await Promise.allSettled(
      names.map((name) => lookup(name.replaceAll('{service}', service), { all: true })),
    )
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const hosts = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
    return [...new Set(hosts)].sort()
  }

  return {
    gateways: async (): Promise<ReplicaAddress[] | undefined> => {
      const { PORT, METRICS_PORT } = env
      const hosts = METRICS_PORT === undefined ? [] : await hostsOf('gateway')
      if (hosts.length === 0) return undefined
      return hosts.map((host) => addressOf(`http://${host}:${PORT}`, `http://${host}:${METRICS_PORT}`))
    },

    /** If DNS knows none, the service's own address is listed as not answering. */
    services: () =>
      Promise.all(
        Object.values(services).map(async ({ name: service, upstream: { urls } }) => {
          const [first] = urls
          const hosts = first === undefined ? [] : await hostsOf(service)
          const origins = hosts.length === 0 ? urls : hosts.map((host) => withHost(first ?? '', host))
          return { service, replicas: origins.map((origin) => addressOf(origin)) }
        }),
      ),
  }
}

function withHost(url: string, host: string): string {
  const address = new URL(url)
  address.hostname = host
  return address.origin
}

function addressOf(url: string, metricsUrl = url): ReplicaAddress {
  const { origin, host } = new URL(url)
  return {
    name: host,
    health: `${origin}/health/ready`,
    metrics: `${new URL(metricsUrl).origin}/metrics`,
  }
}
