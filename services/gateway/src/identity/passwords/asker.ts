import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Network, networkOf, OF_THE_PROCESS } from '../../callers/network.ts'
import type { WithPermit } from '../../callers/permit.ts'

/** For whom a password is hashed. */
export interface Asker {
  readonly network: Network
  /** Runs `work` without a permit to be in progress. @throws ApiError 503 if none is left afterwards */
  withoutPermit<Result>(work: () => Promise<Result>): Promise<Result>
}

export const tooBusy = (): ApiError => new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })

/** Beyond so many, those who wait keep their permits, so that newcomers are refused before anything is done for them. */
const MAX_WITHOUT_PERMIT = 512
let withoutPermit = 0

export function askerOf({ ip }: FastifyRequest, reply: FastifyReply): Asker {
  const response = reply.raw as typeof reply.raw & WithPermit
  return {
    network: networkOf(ip),
    withoutPermit: async (work) => {
      if (withoutPermit >= MAX_WITHOUT_PERMIT) return work()
      withoutPermit += 1
      response.releasePermit()
      try {
        const result = await work()
        if (!response.acquirePermit()) throw tooBusy()
        return result
      } finally {
        withoutPermit -= 1
      }
    },
  }
}

/** What the process itself hashes, as at its start. */
export const theProcess: Asker = { network: OF_THE_PROCESS, withoutPermit: (work) => work() }
