import { readText } from '@agora/shared/upstream/read-text'
import type { Upstream } from '@agora/shared/upstream/upstream'

/**
 * A short listing of the API as everybody may read it, kept in the process: pages show it without a call of the API. It is
 * asked for as a guest.
 */
export class KeptItems<Item> {
  readonly #path: string
  readonly #gateway: Upstream
  items: readonly Item[] = []
  /** The tag of the API's answer: another one once they have changed. */
  tag = ''

  constructor(gateway: Upstream, path: string) {
    this.#gateway = gateway
    this.#path = path
  }

  /** Leaves them as they are while the API cannot tell. */
  async refresh(): Promise<void> {
    const { statusCode, headers, body } = await this.#gateway.send({
      method: 'GET',
      path: this.#path,
      headers: this.tag === '' ? {} : { 'if-none-match': this.tag },
    })
    const text = await readText(body)
    if (statusCode !== 200) return
    this.items = (JSON.parse(text) as { items: Item[] }).items
    this.tag = String(headers.etag ?? text.length)
  }
}
