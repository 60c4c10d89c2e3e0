import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import proxyAddress from 'proxy-addr'

/** Whether an address is a trusted proxy's, whose forwarding headers are believed. */
export type Trust = (address: string, hop: number) => boolean

/** Connections come from few proxies, and to judge an address takes as long as to look up a page. */
const REMEMBERED = 1_000

/** Trusts these addresses and networks. */
export function trustOf(proxies: string[]): Trust {
  const judge = proxyAddress.compile(proxies)
  const judged = new LRUCache<string, boolean>({
    max: REMEMBERED,
    memoMethod: (address) => judge(address, 0),
  })
  return (address) => judged.memo(address)
}

const lastOf = (header: string | string[]): string => String(header).split(',').at(-1)?.trim() ?? ''

/** A host as an address names it, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The origin that a request names, by the same headers as the framework's `protocol` and `host`, if these make one. */
export function namedOrigin({ headers, socket }: IncomingMessage, trusted: Trust): string {
  const isForwarded = trusted(socket.remoteAddress ?? '', 0)
  const { 'x-forwarded-proto': protocol = '', 'x-forwarded-host': host = '' } = isForwarded ? headers : {}
  const named = [lastOf(host), headers.host ?? ''].find((one) => HOST.test(one)) ?? ''
  return `${lastOf(protocol).toLowerCase() === 'https' ? 'https' : 'http'}://${named}`
}
