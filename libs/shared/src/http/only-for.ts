import type { FastifyRequest } from 'fastify'
import type { ServiceName } from '../contracts/services.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'

/** An `onRequest` hook for a route that only one other service may call. */
export const onlyFor =
  (asker: ServiceName) =>
  async ({ service }: FastifyRequest) => {
    if (service !== asker) throw new ApiError(common.forbidden)
  }
