import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { isEscapedUtf8, utf8Of } from './utf8.ts'

/** More than any form of the site has, with every box of its longest list checked. */
export const MAX_FIELDS = 64
const AND = '&'.charCodeAt(0)

/** Whether a form has more fields than any of the site. A megabyte could hold half a million, so they are counted first. */
export function hasTooManyFields(body: Buffer): boolean {
  let fields = 1
  for (let at = body.indexOf(AND); at >= 0 && fields <= MAX_FIELDS; at = body.indexOf(AND, at + 1))
    fields += 1
  return fields > MAX_FIELDS
}

/** The fields of a form (`application/x-www-form-urlencoded`); undefined unless they are UTF-8. */
export function formFieldsOf(body: Buffer): URLSearchParams | undefined {
  const text = utf8Of(body)
  return text !== undefined && isEscapedUtf8(text) ? new URLSearchParams(text) : undefined
}

/** The same. @throws ApiError bodyTooLarge for too many; malformedRequest unless they are UTF-8 */
export function formFields(body: Buffer): URLSearchParams {
  if (hasTooManyFields(body)) throw new ApiError(common.bodyTooLarge)
  const fields = formFieldsOf(body)
  if (!fields) throw new ApiError(common.malformedRequest)
  return fields
}
