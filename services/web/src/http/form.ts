import type { Server } from '@agora/shared/http/types'

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

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }

  /** All names and values in order. */
  entries(): [string, string][] {
    return [...this.#fields]
  }
}

export function acceptForms(app: Server): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new Form(new URLSearchParams(String(body)))),
  )
}
