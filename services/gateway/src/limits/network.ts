import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** As some proxies write addresses: with the caller's port, which would be another caller each time. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/

/**
 * What a caller counts under: an IPv4 address, or an IPv6 /64 network, which is one customer. Forwarding headers are
 * believed only from trusted proxies.
 */
export function networkOf(given: string): string {
  if (isIPv4(given)) return given
  const [, inBrackets, bare] = WITH_PORT.exec(given) ?? []
  const address = inBrackets ?? bare ?? given
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((part) => part.toString(16)).join(':')}::/64`
}
