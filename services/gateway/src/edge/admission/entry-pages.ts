import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFairQueue } from '../../callers/fair-queue.ts'
import { networkOf, wideNetworkOf } from '../../callers/network.ts'
import { whenOver } from '../connections/over.ts'
import type { AdmittedResponse } from './admitted-response.ts'

/**
 * The pages by which people come in. The web service draws them; they count as the gateway's own among the requests in
 * progress: whatever the load of the others, people can still sign in.
 */
export const entryPages = [
  'sign-in',
  'register',
  'confirm',
  'consent',
  'device',
  'forgot-password',
  'reset-password',
  'verify-email',
] as const

/** Their forms have passwords hashed, one at a time: this many wait for that at the web service, the others here. */
const AT_ONCE = 48
/** How many forms may wait here: as many as passwords may. */
const MAX_WAITING = 256

const tooBusy = () => new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })
const isEntryForm = ({ method, url }: FastifyRequest): boolean => {
  const page = url.split(/[/?]/, 2)[1]
  return method === 'POST' && entryPages.some((one) => one === page)
}

/**
 * Lets the entry pages' forms on to the web service a few at a time, one of each waiting network in turn, and without
 * a permit: pages and other forms do not wait for somebody's passwords. Returns
 * whether `next` is called later, or not at all.
 */
export function entryForms() {
  const enqueue = createFairQueue({
    atOnce: AT_ONCE,
    mostWaiting: MAX_WAITING,
    mostOfOne: MAX_WAITING,
    refusal: tooBusy,
    refusalOfOne: tooBusy,
  })
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    next: () => void,
    refuse: (error: Error) => void,
  ): boolean => {
    if (!isEntryForm(request)) return false
    const response = reply.raw as AdmittedResponse
    response.releasePermit()
    const pass = () =>
      new Promise<void>((over) => {
        // Who leaves does not make room before the web service is done with it.
        whenOver(request.raw, response, () => response.whenAtRest(over))
        if (!request.raw.socket.destroyed) next()
      })
    enqueue(wideNetworkOf(networkOf(request.ip)), pass).catch(refuse)
    return true
  }
}
