import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/** The receiver's address is one that deliveries must not go to. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS'
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is on the public Internet: not loopback, private, link-local (cloud metadata), carrier-grade NAT,
 * multicast or reserved, nor an IPv6 form that embeds or leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6)
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** Resolves names to public addresses only; the connection uses this very answer, so a second look-up cannot differ. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const bad = addresses.find(({ address }) => !isPublicAddress(address))
        const [first] = addresses
        if (bad || !first) done(new ForbiddenAddress(`${hostname} leads to a forbidden address`), '', 0)
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error) => done(error, '', 0),
    )
  }
}

/** Connects to public addresses only, however the URL writes them. `timeout` in milliseconds. */
export function publicConnector(timeout: number, resolve: Resolve = systemResolve): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: publicLookup(resolve) })
  return (options, done) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !isPublicAddress(host)) {
      done(new ForbiddenAddress(`${host} is a forbidden address`), null)
      return
    }
    connect(options, (...[error, socket]) => {
      if (error) {
        done(error, null)
        return
      }
      // However we got here, this is where the bytes would go.
      if (!isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy()
        done(new ForbiddenAddress('connected to a forbidden address'), null)
        return
      }
      done(null, socket)
    })
  }
}
