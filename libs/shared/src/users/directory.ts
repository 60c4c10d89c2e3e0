import { parseUuid } from '../contracts/ids.ts'
import type { InternalUser, UserLookup } from '../contracts/internal-users.ts'
import type { Queries } from '../database/sql.ts'
import type { GatewayUsers } from './gateway-client.ts'
import { type KnownUser, readKnownUsers, storeAnsweredUsers } from './known-users.ts'

/**
 * Looks up accounts, asking the gateway only for those that no event has announced. A request to it continues
 * `traceparent`.
 */
export interface UserDirectory {
  /**
   * The accounts of these ids, keyed in lowercase, erased ones too; one that names nobody is absent. One query, and one
   * question to the gateway where some of them have not been met.
   * @throws ApiError 503 when the gateway had to be asked and gave no answer.
   */
  findUsers(ids: Iterable<string>, traceparent: string | null): Promise<Map<string, KnownUser>>
  /** One that has not been erased. */
  findUser(id: string, traceparent: string | null): Promise<KnownUser | undefined>
  /**
   * By username or email, always asked of the gateway, since both change hands; by id as `findUser`.
   * @throws ApiError 503 when the gateway had to be asked and gave no answer.
   */
  resolve(lookup: UserLookup, traceparent: string | null): Promise<KnownUser | undefined>
  /**
   * Whether the account is an administrator's now: always asked of the gateway, no event tells.
   * @throws ApiError 503 when the gateway gave no answer.
   */
  isAdministrator(id: string, traceparent: string | null): Promise<boolean>
}

/** The service's schema has the model of `known-users.ts`. */
export function createUserDirectory(db: Queries, gateway: GatewayUsers): UserDirectory {
  const remember = async (answers: readonly InternalUser[]): Promise<KnownUser[]> => {
    const users = answers.map(({ id, display_name, created_at }) => ({
      id,
      displayName: display_name,
      createdAt: new Date(created_at),
      isErased: false,
    }))
    if (users.length > 0) await storeAnsweredUsers(db, users)
    return users
  }

  const findUsers: UserDirectory['findUsers'] = async (ids, traceparent) => {
    const wanted = new Set([...ids].flatMap((id) => parseUuid(id) ?? []))
    if (wanted.size === 0) return new Map()
    const known = await readKnownUsers(db, [...wanted])
    const found = new Map(known.map((user) => [user.id, user]))
    const missing = [...wanted].filter((id) => !found.has(id))
    if (missing.length > 0) {
      for (const user of await remember(await gateway.byIds(missing, traceparent))) found.set(user.id, user)
    }
    return found
  }

  const findUser: UserDirectory['findUser'] = async (id, traceparent) => {
    const user = (await findUsers([id], traceparent)).get(id.toLowerCase())
    return user?.isErased ? undefined : user
  }

  return {
    findUsers,
    findUser,
    resolve: async (lookup, traceparent) => {
      if ('id' in lookup) return findUser(lookup.id, traceparent)
      const answer = await gateway.resolve(lookup, traceparent)
      return (await remember(answer ? [answer] : []))[0]
    },
    isAdministrator: async (id, traceparent) =>
      (await gateway.resolve({ id }, traceparent))?.is_administrator ?? false,
  }
}
