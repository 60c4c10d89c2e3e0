import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import { readAccountsWithRole } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { readSettings } from '../site/settings.ts'
import { isBlank, readsLike } from './readings.ts'

interface Naming {
  /** Whose name it is to be; undefined for a new account. */
  accountId?: string
  traceparent: string
}

/**
 * Validates a new display name: it must be visible, and not be mistakable for a reserved name, or for that of another
 * who is an administrator or holds a role of the forum now. Otherwise members may share a name.
 *
 * @throws ApiError displayNameBlank, displayNameReserved
 */
export async function judgeDisplayName(
  { config, pool, prisma, readRoleHolders }: Context,
  name: string,
  { accountId, traceparent }: Naming,
): Promise<void> {
  if (isBlank(name)) throw new ApiError(errors.displayNameBlank)
  const holders = (await readRoleHolders(traceparent)).map(({ user }) => user)
  const others = (await readAccountsWithRole(prisma, holders)).filter(({ id }) => id !== accountId)
  const guarded = guardedNames(config, [
    (await readSettings(config, pool)).name,
    ...others.map(({ displayName }) => displayName),
  ])
  if (guarded.some((other) => readsLike(name, other))) throw new ApiError(errors.displayNameReserved)
}

/** The names that no other name may resemble. */
export const guardedNames = ({ site }: Pick<AgoraConfig, 'site'>, withRole: readonly string[]) => [
  ...site.reserved_names,
  site.name,
  DELETED_MEMBER,
  ...withRole,
]
