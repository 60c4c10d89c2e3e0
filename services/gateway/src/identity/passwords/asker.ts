import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { CountedResponse } from '@agora/shared/http/counted-response'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Network, networkOf, OF_THE_PROCESS } from '../../callers/network.ts'

/** For whom a password is hashed. */
export interface Asker {
  readonly network: Network
  /** Runs `work` without a place among the requests in progress. @throws ApiError 503 if none is free afterwards */
  withoutPlace<Result>(work: () => Promise<Result>): Promise<Result>
}

export const tooBusy = (): ApiError => new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })

/** Beyond so many, those who wait keep their places, so that newcomers are refused before anything is done for them. */
const MOST_WITHOUT_PLACE = 512
let withoutPlace = 0

export function askerOf({ ip }: FastifyRequest, reply: FastifyReply): Asker {
  const response = reply.raw as CountedResponse
  return {
    network: networkOf(ip),
    withoutPlace: async (work) => {
      if (withoutPlace >= MOST_WITHOUT_PLACE) return work()
      withoutPlace += 1
      response.waits()
      try {
        const result = await work()
        if (!response.goesOn()) throw tooBusy()
        return result
      } finally {
        withoutPlace -= 1
      }
    },
  }
}

/** What the process itself hashes, as at its start. */
export const theProcess: Asker = { network: OF_THE_PROCESS, withoutPlace: (work) => work() }
