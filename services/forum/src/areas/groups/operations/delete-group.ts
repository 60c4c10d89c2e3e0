import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireGroupKey } from '../authority.ts'
import { removeGroup } from '../store.ts'

/** @throws ApiError groupNotFound */
export async function deleteGroup({ db }: Context, key: string): Promise<void> {
  if (!(await removeGroup(db, requireGroupKey(key)))) throw new ApiError(errors.groupNotFound)
}
