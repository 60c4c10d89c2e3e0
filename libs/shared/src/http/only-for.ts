import type { FastifyRequest } from 'fastify'
import type { ServiceName } from '../contracts/services.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'

/** An `onRequest` hook for a route that only some of the other services may call. */
export const onlyFor =
  (...askers: readonly ServiceName[]) =>
  async ({ service }: FastifyRequest) => {
    if (!askers.some((asker) => asker === service)) throw new ApiError(common.forbidden)
  }
