import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { type KnownUser, readKnownUsers } from '@agora/shared/users/known-users'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { LinkRow } from './store.ts'
import { iso } from './views.ts'

/**
 * A game account's links as its record shows them, with members' current names.
 * @throws ApiError GetLinkedSvc if a linked member cannot be read, GetSvcLinkedBy if one who linked cannot.
 */
export async function gameLinksOf(context: Context, { traceparent }: Caller, links: readonly LinkRow[]) {
  const known = await readUsers(
    context,
    links.flatMap(({ userId, linkedBy, unlinkedBy }) => [userId, linkedBy, unlinkedBy ?? userId]),
    traceparent,
  )
  const shown = links.map((link) => linkView(link, known))
  return {
    current: shown.findLast(({ unlink }) => unlink === null) ?? null,
    old: shown.filter(({ unlink }) => unlink !== null),
  }
}

function linkView({ userId, linkedAt, linkedBy, unlinkedAt, unlinkedBy }: LinkRow, known: Known) {
  const user = readable(known, userId, errors.linkedUserUnreadable)
  return {
    link: { time: iso(linkedAt), user: readable(known, linkedBy, errors.linkedByUnreadable) },
    unlink:
      unlinkedAt === null || unlinkedBy === null
        ? null
        : { time: iso(unlinkedAt), user: readable(known, unlinkedBy, errors.linkedByUnreadable) },
    user,
  }
}

type Known = ReadonlyMap<string, KnownUser>

function readable(known: Known, id: string, error: ErrorDefinition) {
  const user = known.get(id)
  if (!user) throw new ApiError(error)
  return shortUser(user)
}

/** While the gateway is down, an id that was never met cannot be read, like an unknown one. */
async function readUsers(
  { users, db }: Context,
  ids: readonly string[],
  traceparent: string,
): Promise<Known> {
  try {
    return await users.findUsers(ids, traceparent)
  } catch (error) {
    if (!(error instanceof ApiError && error.definition === common.unavailable)) throw error
    return new Map((await readKnownUsers(db, ids)).map((user) => [user.id, user]))
  }
}
