import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import { textKeys } from './schemas.ts'

/** A page that a path names. @throws ApiError textNotFound */
export function requireTextKey(text: string): (typeof textKeys)[number] {
  const key = textKeys.find((one) => one === text)
  if (!key) throw new ApiError(errors.textNotFound)
  return key
}
