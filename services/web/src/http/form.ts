import { newId } from '@agora/shared/contracts/ids'

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
