import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Asker, askerOf } from '../passwords/asker.ts'
import { type Standing, standingOf } from './standing.ts'
import { holdStanding } from './store-standing.ts'

/** A member whose password is verified before they act: they may have to wait, and lose their credentials meanwhile. */
export interface Acting {
  readonly standing: Standing | undefined
  readonly asker: Asker
}

export const actingOf = (request: FastifyRequest, reply: FastifyReply): Acting => ({
  standing: standingOf(request),
  asker: askerOf(request, reply),
})

/** Keeps the member's credentials valid until the transaction ends. @throws ApiError 401 if they have ended */
export async function holdAuthority(tx: Queries, { standing }: Acting): Promise<void> {
  if (!standing || !(await holdStanding(tx, standing))) throw new ApiError(common.unauthenticated)
}
