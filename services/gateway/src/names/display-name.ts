import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { ApiError } from '@agora/shared/errors/catalogue'
import { readAdministratorNames } from '../areas/users/store.ts'
import type { Context } from '../context.ts'
import { errors } from '../errors.ts'
import { isBlank, readsLike } from './readings.ts'

/**
 * Validates a new display name: it must be visible, and not be mistakable for an administrator's or a reserved name.
 * Otherwise members may share a name.
 *
 * @throws ApiError displayNameBlank, displayNameReserved
 */
export async function judgeDisplayName({ config, prisma }: Context, name: string): Promise<void> {
  if (isBlank(name)) throw new ApiError(errors.displayNameBlank)
  const guarded = guardedNames(config, await readAdministratorNames(prisma))
  if (guarded.some((other) => readsLike(name, other))) throw new ApiError(errors.displayNameReserved)
}

/** The names that no other name may resemble. */
export const guardedNames = ({ site }: Pick<AgoraConfig, 'site'>, administrators: readonly string[]) => [
  ...site.reserved_names,
  site.name,
  DELETED_MEMBER,
  ...administrators,
]
