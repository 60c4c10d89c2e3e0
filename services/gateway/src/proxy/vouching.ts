import { createHmac, timingSafeEqual } from 'node:crypto'
import { VISITOR_HEADER } from '@agora/shared/http/visits'
import type { FastifyRequest } from 'fastify'

/** Longer than any page takes, in milliseconds. */
const LIFETIME_MS = 60_000

export interface Vouching {
  /** The gateway's statement about a request that it passes on. */
  vouch(request: FastifyRequest): string
  /** Gives a request the address that a gateway has vouched for; returns whether there was one. */
  adopt(request: FastifyRequest): boolean
}

/**
 * Lets the callers of a service that calls the API for them be counted by their own address: the gateway signs the
 * address of each request that it passes on, and believes only its own signature. Nobody else can claim an address, and
 * the service no other one.
 */
export function createVouching(privateKey: string): Vouching {
  const key = createHmac('sha256', privateKey).update('agora visitors').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    vouch: ({ ip }) => {
      const text = `${Date.now() + LIFETIME_MS} ${ip}`
      return `${text} ${sign(text)}`
    },
    adopt: (request) => {
      const [until, address, signature, ...rest] = String(request.headers[VISITOR_HEADER] ?? '').split(' ')
      if (address === undefined || signature === undefined || rest.length > 0) return false
      const expected = Buffer.from(sign(`${until} ${address}`))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      if (!(Number(until) > Date.now())) return false
      Object.defineProperty(request, 'ip', { value: address })
      return true
    },
  }
}
