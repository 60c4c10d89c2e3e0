import { newId } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { formFields } from '@agora/shared/http/form-fields'
import type { Server } from '@agora/shared/http/types'
import type { FastifyRequest } from 'fastify'
import { memberOf } from './session.ts'

/** A submitted form. Fields are text, whatever was sent; of several with one name the last counts. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(fields: URLSearchParams) {
    this.#fields = fields
  }

  /** With normalized line ends: browsers send CRLF. */
  text(name: string): string {
    return (this.#fields.getAll(name).at(-1) ?? '').replaceAll('\r\n', '\n')
  }

  /** Undefined if nothing but white space was entered. */
  optional(name: string): string | undefined {
    return this.text(name).trim() === '' ? undefined : this.text(name)
  }

  /** The form's idempotency key; a new one unless it is well-formed. */
  key(): string {
    const key = this.text('key')
    return /^[\x21-\x7e]{1,64}$/.test(key) ? key : newId()
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }

  names(): string[] {
    return [...this.#fields.keys()]
  }
}

/** A username, which has no capitals, as it was meant. */
export const usernameIn = (form: Form, field: string): string =>
  form.text(field).trim().normalize('NFKC').toLowerCase()

/** A member's text is at most 65,536 characters, of up to nine bytes each when form-encoded. */
export const MOST_FORM_BYTES = 1_000_000
/** A guest's forms are short. */
const MOST_OF_GUESTS = 64 * 1024

export function acceptForms(app: Server): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length > MOST_OF_GUESTS && !memberOf(request)) throw new ApiError(common.bodyTooLarge)
      return new Form(formFields(body))
    },
  )
}
