import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** As some proxies write addresses: with the caller's port, which would be another caller each time. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

declare const made: unique symbol

/** What a caller counts under. Only `networkOf` makes one, so whoever needs one has to be told the caller's address. */
export type Network = string & { readonly [made]: true }

/** What this process does of its own accord, as at its start, for no caller. */
export const OF_THE_PROCESS = 'the process itself' as Network

/**
 * What a caller counts under: an IPv4 address, or an IPv6 /64 network, which is one customer. Forwarding headers are
 * believed only from trusted proxies.
 */
export const networkOf = (given: string): Network => textOf(given) as Network

function textOf(given: string): string {
  if (isIPv4(given)) return given
  const [, inBrackets, bare] = WITH_PORT.exec(given) ?? []
  const address = inBrackets ?? bare ?? given
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((part) => part.toString(16)).join(':')}::/64`
}

const OF_IPV6 = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/

/** The /48 around an IPv6 network: one customer may have all of its 65,536 networks. Any other is its own. */
export function wideNetworkOf(network: Network): string {
  const [, site] = OF_IPV6.exec(network) ?? []
  return site === undefined ? network : `${site}::/48`
}
