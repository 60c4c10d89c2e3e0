import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller, Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'
import type { Credential } from '../credentials/credential.ts'
import { type Account, isAdministrator, lockAccount, readAccount } from './store.ts'

/** The member who makes a request to a route for members. @throws ApiError 401 */
export function memberOf(principal: Caller): Caller<UserPrincipal> {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  return principal
}

/** A member, and how they authenticated. */
export type Actor = Caller<UserPrincipal> & { readonly credential: Credential }

/** @throws ApiError 401 */
export const actorOf = ({
  principal,
  credential,
}: Pick<FastifyRequest, 'principal' | 'credential'>): Actor => ({
  credential,
  ...memberOf(principal),
})

/** @throws ApiError 404; a malformed id names nobody. */
export async function findAccount({ pool }: Context, userId: string): Promise<Account> {
  const id = parseUuid(userId)
  const account = id === undefined ? null : await readAccount(pool, id)
  if (!account) throw new ApiError(errors.userNotFound)
  return account
}

/** The account, held until the transaction ends. @throws ApiError 404 if it was erased meanwhile */
export async function holdAccount(tx: Transaction, id: string): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account) throw new ApiError(errors.userNotFound)
  return account
}

/**
 * Whether a reader sees what only the member and administrators may see. No scope suffices: an application learns only
 * the name and the id of an account.
 */
export function seesInFull(reader: Principal, account: Account): boolean {
  if (reader.kind !== 'user' || reader.ceiling !== 'full') return false
  return reader.id === account.id || reader.isAdministrator
}

/**
 * The account, for an actor who may change it: the member or an administrator, with their full authority.
 * @throws ApiError 404, 403, 409 for another administrator's
 */
export async function accessAccountToChange(
  context: Context,
  actor: UserPrincipal,
  userId: string,
): Promise<Account> {
  const account = await findAccount(context, userId)
  const may = actor.ceiling === 'full' && (actor.id === account.id || actor.isAdministrator)
  if (!may) throw new ApiError(common.forbidden)
  requireChangeable(actor, account)
  return account
}

/**
 * Nobody changes an administrator's account but its member: whoever is named one must not become the one who named them.
 * @throws ApiError 409
 */
function requireChangeable(actor: { id: string }, account: Account): void {
  if (actor.id !== account.id && isAdministrator(account)) throw new ApiError(errors.accountOfAdministrator)
}

/**
 * The member's own account, for what nobody else may do, not even an administrator.
 * @throws ApiError 403; 404 if it was erased meanwhile
 */
export async function accessSelf(context: Context, actor: UserPrincipal, userId: string): Promise<Account> {
  if (actor.ceiling !== 'full' || parseUuid(userId) !== actor.id) throw new ApiError(common.forbidden)
  return findAccount(context, actor.id)
}

/**
 * The account's id, for what only its member, with full authority, and administrators may see or end. Anyone else is
 * refused whatever they name.
 * @throws ApiError 403, 404
 */
export async function accessOwnAccount(
  context: Context,
  actor: UserPrincipal,
  userId: string,
): Promise<string> {
  if (actor.ceiling === 'full' && parseUuid(userId) === actor.id) return actor.id
  if (actor.ceiling !== 'full' || !actor.isAdministrator) throw new ApiError(common.forbidden)
  return (await findAccount(context, userId)).id
}
