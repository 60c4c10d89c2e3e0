import { access } from '@agora/shared/http/access'
import { Type } from 'typebox'

/** A form is a few fields: more than this is none of ours, in bytes. */
const MAX_FORM_BYTES = 64 * 1024

/** The options of a page's route. Pages look at the session alone, and are no part of the API's document. */
export const page = { config: { access: access.forwarded }, bodyLimit: MAX_FORM_BYTES }
/** Of a form's target that hashes a password or sends a mail. */
export const costlyPage = { ...page, config: { ...page.config, costly: true } }

export const nextQuery = Type.Object({ next: Type.Optional(Type.Unknown()) })

/** What forms carry besides their own fields. */
export const formFields = {
  next: Type.Optional(Type.String()),
  'form-token': Type.Optional(Type.String()),
}
