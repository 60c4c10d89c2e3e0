import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireTextKey } from '../authority.ts'
import type { SiteText, TextQuery } from '../schemas.ts'
import { readText } from '../store.ts'
import { viewText } from '../views.ts'

/** @throws ApiError textNotFound */
export async function getText(
  { db }: Context,
  principal: Caller,
  key: string,
  { locale = null }: TextQuery | { locale?: null },
): Promise<SiteText> {
  const text = await readText(db, requireTextKey(key), locale)
  if (!text) throw new ApiError(errors.textNotFound)
  return viewText(text, principal.kind === 'user' && principal.isAdministrator)
}
