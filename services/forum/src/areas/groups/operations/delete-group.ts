import { isReferenceViolation } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireGroupKey } from '../authority.ts'
import { removeGroup } from '../store.ts'

/** @throws ApiError groupNotFound, groupInUse */
export async function deleteGroup({ db }: Context, key: string): Promise<void> {
  const removed = await removeGroup(db, requireGroupKey(key)).catch((error) => {
    throw isReferenceViolation(error) ? new ApiError(errors.groupInUse) : error
  })
  if (!removed) throw new ApiError(errors.groupNotFound)
}
