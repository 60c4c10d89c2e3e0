/**
 * The addresses of a store, one for each of its servers. Several are written as the store's own tools write them:
 * `postgresql://user:password@a:5432,b:5432/agora`, or `nats://a:4222,nats://b:4222`.
 */
export const addressesIn = (text: string): string[] => text.split(/,(?=[a-z+-]+:\/\/)/).flatMap(oneByOne)

function oneByOne(address: string): string[] {
  const parts = /^([a-z+-]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address.trim())
  if (!parts) return [address]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => before + host.trim() + after)
}
