import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often DNS is asked for the addresses of a name, in milliseconds. */
const RESOLVE_INTERVAL_MS = 1_000
/** A DNS server that takes longer than this is asked again, in milliseconds. */
const RESOLVE_TIMEOUT_MS = 1_000
/** Nobody waits longer than this for the first addresses, in milliseconds. */
const FIRST_MS = 3_000

export interface AddressesOptions {
  /** Base addresses; a host that is a name stands for every address that DNS has for it. */
  urls: readonly string[]
  /** The server to ask, as address:port; the system's resolver where it is empty. */
  dnsServer?: string | undefined
  /** Called with the distinct origins whenever they change. If DNS does not answer, the last result stays in use. */
  changed: (origins: readonly string[]) => void
}

export interface Addresses {
  /** Resolves when every name has been asked for once, whatever came of it, or that has taken too long. */
  readonly first: Promise<void>
  close(): void
}

/** Follows where the processes of a service are. */
export function followAddresses({ urls, dnsServer, changed }: AddressesOptions): Addresses {
  const places = urls.map((url) => new URL(url))
  const known = new Map<URL, readonly string[]>()
  for (const place of places) if (isAddress(place)) known.set(place, [place.origin])
  const named = places.filter((place) => !isAddress(place))

  let announced = ''
  const announce = () => {
    const origins = [...new Set(places.flatMap((place) => known.get(place) ?? []))]
    if (origins.join() === announced) return
    announced = origins.join()
    changed(origins)
  }
  const resolver = dnsServer ? resolverAt(dnsServer) : undefined
  const resolveOne = async (place: URL) => {
    const found = await (resolver ? ask(resolver, place.hostname) : askSystem(place.hostname)).catch(() => [])
    if (found.length > 0)
      known.set(
        place,
        found.sort().map((address) => originAt(place, address)),
      )
  }
  const resolveAll = async () => {
    await Promise.all(named.map(resolveOne))
    announce()
  }

  announce()
  if (named.length === 0) return { first: Promise.resolve(), close: () => {} }
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const again = () => {
    if (!closed) timer = setTimeout(() => resolveAll().finally(again), RESOLVE_INTERVAL_MS).unref()
  }
  const first = resolveAll()
  void first.finally(again)
  return {
    first: Promise.race([first, sleep(FIRST_MS, undefined, { ref: false })]),
    close: () => {
      closed = true
      clearTimeout(timer)
      resolver?.cancel()
    },
  }
}

const isAddress = ({ hostname }: URL) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

function originAt(place: URL, address: string): string {
  const at = new URL(place.origin)
  at.hostname = isIP(address) === 6 ? `[${address}]` : address
  return at.origin
}

function resolverAt(server: string): Resolver {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 })
  resolver.setServers([server])
  return resolver
}

async function ask(resolver: Resolver, name: string): Promise<string[]> {
  return resolver.resolve4(name).catch(() => resolver.resolve6(name))
}

/** If a host has IPv4 and IPv6 addresses, only those of one family, since both lead to the same processes. */
async function askSystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' })
  return found.filter(({ family }) => family === found[0]?.family).map(({ address }) => address)
}
