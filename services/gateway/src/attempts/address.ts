import ipaddr from 'ipaddr.js'

/** What attempts of a client count under: an IPv4 address, or an IPv6 network of 64 bits, which is one customer. */
export function attemptAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${groups.map((part) => part.toString(16)).join(':')}::/64`
}
