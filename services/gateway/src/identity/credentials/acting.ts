import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Asker, askerOf } from '../passwords/asker.ts'
import { type Authentication, authenticationOf } from './authentication.ts'
import { holdAuthentication } from './store-authentication.ts'

/** A member whose password is verified before they act: they may have to wait, and lose their credentials meanwhile. */
export interface Acting {
  readonly authentication: Authentication | undefined
  readonly asker: Asker
}

export const actingOf = (request: FastifyRequest, reply: FastifyReply): Acting => ({
  authentication: authenticationOf(request),
  asker: askerOf(request, reply),
})

/** Keeps the member's credentials valid until the transaction ends. @throws ApiError 401 if they have ended */
export async function holdAuthority(tx: Queries, { authentication }: Acting): Promise<void> {
  if (!authentication || !(await holdAuthentication(tx, authentication)))
    throw new ApiError(common.unauthenticated)
}
