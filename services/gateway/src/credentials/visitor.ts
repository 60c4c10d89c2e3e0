import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { networkOf } from '../limits/network.ts'

/** Where a request comes from, as a member is shown it: the address, null if it is not one, and the browser. */
export interface Visitor {
  address: string | null
  /** The User-Agent, at most 255 printable characters; null without one. */
  userAgent: string | null
  /** What limits count the address under. */
  network: string
}

const LONGEST_USER_AGENT = 255
/** Node reads headers as Latin-1: these are its control characters. */
const unprintable = /[^\x20-\x7e\xa0-\xff]+/g

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  const name = headers['user-agent']?.replaceAll(unprintable, ' ').trim().slice(0, LONGEST_USER_AGENT)
  return {
    address: ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : null,
    userAgent: name || null,
    network: networkOf(ip),
  }
}
