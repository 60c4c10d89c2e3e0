import type { Schemas } from '@agora/client'
import { readText } from '@agora/shared/upstream/read-text'
import type { Replicas } from '@agora/shared/upstream/replicas'

export type App = Schemas['ShortApp']

/**
 * The applications that everybody may see, kept in the process: the front page shows them without a call of the API. They
 * are asked for as a guest.
 */
export class KeptApps {
  readonly #gateway: Replicas
  items: readonly App[] = []
  /** The tag of the API's answer: another one once they have changed. */
  tag = ''

  constructor(gateway: Replicas) {
    this.#gateway = gateway
  }

  /** Leaves them as they are while the API cannot tell. */
  async refresh(): Promise<void> {
    const { statusCode, headers, body } = await this.#gateway.send({
      method: 'GET',
      path: '/api/v1/apps',
      headers: this.tag === '' ? {} : { 'if-none-match': this.tag },
    })
    const text = await readText(body)
    if (statusCode !== 200) return
    this.items = (JSON.parse(text) as { items: App[] }).items
    this.tag = String(headers.etag ?? text.length)
  }
}
