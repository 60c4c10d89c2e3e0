import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What a caller counts under: an IPv4 address, or an IPv6 /64 network, which is one customer. Forwarding headers are
 * believed only from trusted proxies.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((part) => part.toString(16)).join(':')}::/64`
}
