import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireTextKey } from '../authority.ts'
import { removeText } from '../store.ts'

/** @throws ApiError textNotFound */
export async function deleteText({ db }: Context, key: string, locale: string): Promise<void> {
  if (!(await removeText(db, requireTextKey(key), locale))) throw new ApiError(errors.textNotFound)
}
