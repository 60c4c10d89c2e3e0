import ipaddr from 'ipaddr.js'

/**
 * What a caller counts under: an IPv4 address, or an IPv6 network of 64 bits, which is one customer. Forwarding headers
 * have been believed as far as proxies are trusted.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((part) => part.toString(16)).join(':')}::/64`
}
