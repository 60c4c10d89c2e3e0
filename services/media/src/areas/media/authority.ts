import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { noteRoleHolder } from '@agora/shared/errors/challenges'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { StoredMedia } from './store.ts'

const writing = ['forum:write', 'forum:moderate'] as const

/**
 * A member with all rights of their account, or with those of writing in the forum.
 *
 * @throws ApiError unauthenticated or cannotWriteOwn
 */
export function requireWriter(principal: Principal): asserts principal is UserPrincipal & Principal {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  const { ceiling } = principal
  const mayWrite = ceiling === 'full' || writing.some((scope) => ceiling.includes(scope))
  if (!mayWrite) throw new ApiError(common.cannotWriteOwn)
}

/**
 * A picture of one's own, or one that a post shows in a section that the caller moderates, or any for an administrator.
 * One by which a section or the site is shown is the community's: only for an administrator, whoever has sent it.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn, mediaNotFound; unavailable while the forum cannot say who
 *   moderates, or nobody what is shown by it.
 * @returns until when this holds: unless it is chosen after `chosenAt`, for administrators without end.
 */
export async function accessMediaToDelete(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<Pick<StoredMedia, 'id'> & Partial<Pick<StoredMedia, 'chosenAt'>>> {
  requireWriter(principal)
  const found = await findMedia(context, ref)
  if (principal.isAdministrator) return { id: found.id }
  const isTheirs = found.ownerId === principal.id || (await moderatesMedia(context, principal, found.id))
  if (!isTheirs || (await isEmblem(context, found))) throw new ApiError(common.cannotWriteOwn)
  return found
}

/**
 * A picture of one's own.
 *
 * @throws ApiError unauthenticated, cannotWriteOwn or mediaNotFound
 */
export async function accessOwnMedia(context: Context, principal: Caller, ref: string): Promise<StoredMedia> {
  requireWriter(principal)
  const found = await findMedia(context, ref)
  if (found.ownerId !== principal.id) throw new ApiError(common.cannotWriteOwn)
  return found
}

/** @throws ApiError mediaNotFound; a malformed id names none. */
async function findMedia({ media }: Context, ref: string): Promise<StoredMedia> {
  const id = parseUuid(ref)
  const found = id === undefined ? undefined : await media.find(id)
  if (!found) throw new ApiError(errors.mediaNotFound)
  return found
}

/** By a role that their credentials let them use. */
async function moderatesMedia(
  { media, forum }: Context,
  principal: Caller<UserPrincipal & Principal>,
  id: string,
): Promise<boolean> {
  const { ceiling, withheld, traceparent } = principal
  const posts = await media.postsWith(id)
  const moderates = await forum.moderates(principal.id, posts, traceparent).catch((cause) => {
    throw new ApiError(common.unavailable, { cause })
  })
  if (!moderates) return false
  noteRoleHolder(principal)
  return !withheld && (ceiling === 'full' || ceiling.includes('forum:moderate'))
}

async function isEmblem({ emblems }: Context, { id, chosenAt }: StoredMedia): Promise<boolean> {
  if (chosenAt === null) return false
  const shown = await emblems.shown().catch((cause) => {
    throw new ApiError(common.unavailable, { cause })
  })
  return shown.includes(id)
}
