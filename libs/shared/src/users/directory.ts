import { parseUuid } from '../contracts/ids.ts'
import type { InternalUser, UserLookup } from '../contracts/internal-users.ts'
import type { RawQueries } from '../messaging/sql.ts'
import type { GatewayUsers } from './gateway-client.ts'
import { type KnownUser, readKnownUsers, storeKnownUser } from './known-users.ts'

/** Who is who, without asking the gateway for those that its events have told of. */
export interface UserDirectory {
  /**
   * The accounts of these ids; one that names nobody is absent. Asks the gateway for ids not met.
   * @throws ApiError 503 when the gateway had to be asked and gave no answer.
   */
  findUsers(ids: Iterable<string>): Promise<Map<string, KnownUser>>
  findUser(id: string): Promise<KnownUser | undefined>
  /**
   * By username or email, always asked of the gateway, since both change hands; by id as `findUser`.
   * @throws ApiError 503 when the gateway had to be asked and gave no answer.
   */
  resolve(lookup: UserLookup): Promise<KnownUser | undefined>
}

/** How many questions to the gateway go side by side. */
const PARALLEL = 8

/** `db` is the service's Prisma client, or `pgQueries(pool)`; its schema has the model of `known-users.ts`. */
export function createUserDirectory(db: RawQueries, gateway: GatewayUsers): UserDirectory {
  const remember = async (answer: InternalUser | undefined): Promise<KnownUser | undefined> => {
    if (!answer) return undefined
    const user = { id: answer.id, displayName: answer.display_name, createdAt: new Date(answer.created_at) }
    await storeKnownUser(db, user, 0)
    return user
  }

  const findUsers = async (ids: Iterable<string>): Promise<Map<string, KnownUser>> => {
    const wanted = new Set([...ids].flatMap((id) => parseUuid(id) ?? []))
    if (wanted.size === 0) return new Map()
    const known = await readKnownUsers(db, [...wanted])
    const found = new Map(known.map((user) => [user.id, user]))
    const missing = [...wanted].filter((id) => !found.has(id))
    const askInTurn = async () => {
      for (let id = missing.pop(); id !== undefined; id = missing.pop()) {
        const user = await remember(await gateway.byId(id))
        if (user) found.set(user.id, user)
      }
    }
    await Promise.all(Array.from({ length: Math.min(PARALLEL, missing.length) }, askInTurn))
    return found
  }

  const findUser = async (id: string) => (await findUsers([id])).get(id.toLowerCase())

  return {
    findUsers,
    findUser,
    resolve: async (lookup) =>
      'id' in lookup ? findUser(lookup.id) : remember(await gateway.resolve(lookup)),
  }
}
