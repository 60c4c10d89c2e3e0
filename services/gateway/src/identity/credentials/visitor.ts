import { utf8Of } from '@agora/shared/http/utf8'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Network, networkOf } from '../../callers/network.ts'

/** Where a request comes from, as a member is shown it: the address, null if it is not one, and the browser. */
export interface Visitor {
  address: string | null
  /** The User-Agent, at most 255 printable characters; null without one. */
  userAgent: string | null
  /** What limits count the address under. */
  network: Network
}

const LONGEST_USER_AGENT = 255
const UNPRINTABLE = /[\p{C}\p{Z}]+/gu
const OUTSIDE_ASCII = /[\x80-\xff]+/g

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  const name = textOf(headers['user-agent'] ?? '')
    .replaceAll(UNPRINTABLE, ' ')
    .trim()
  return {
    address: ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : null,
    userAgent: [...name].slice(0, LONGEST_USER_AGENT).join('') || null,
    network: networkOf(ip),
  }
}

/** A header as text, since Node takes each byte for a character. Without its bytes outside ASCII unless they are UTF-8. */
const textOf = (header: string): string =>
  utf8Of(Buffer.from(header, 'latin1')) ?? header.replaceAll(OUTSIDE_ASCII, ' ')
