import { access } from '@agora/shared/http/access'
import { Type } from 'typebox'

/** A form is a few fields; anything larger is refused. In bytes. */
const MAX_FORM_BYTES = 64 * 1024

/** The options of a page's route. Pages accept only the session, and are not part of the API's document. */
export const page = { config: { access: access.forwarded }, bodyLimit: MAX_FORM_BYTES }
/** For a form that hashes a password or sends a mail. */
export const costlyPage = { ...page, config: { ...page.config, costly: true } }

export const nextQuery = Type.Object({ next: Type.Optional(Type.Unknown()) })

/** What forms carry besides their own fields. */
export const formFields = {
  next: Type.Optional(Type.String()),
  'form-token': Type.Optional(Type.String()),
}
