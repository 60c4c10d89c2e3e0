import type { Server } from '@agora/shared/http/types'

/** What a form sent. A field is text, whatever was sent: the last of a name counts. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(fields: URLSearchParams) {
    this.#fields = fields
  }

  /** With the line ends of a text, where a browser writes those of a form. */
  text(name: string): string {
    return (this.#fields.getAll(name).at(-1) ?? '').replaceAll('\r\n', '\n')
  }

  /** Undefined where nothing but white space was written. */
  optional(name: string): string | undefined {
    return this.text(name).trim() === '' ? undefined : this.text(name)
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  all(name: string): string[] {
    return this.#fields.getAll(name)
  }

  /** Each name and value in its order. */
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
