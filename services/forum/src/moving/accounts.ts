import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import {
  type AccountRequestName,
  accountRequests,
  type RequestAnswer,
  type RequestBody,
} from '@agora/shared/contracts/moving-accounts'
import { ajv } from '@agora/shared/http/validation'
import { jsonLine } from '@agora/shared/lines/json-line'

/** Calls the gateway's accounts command, one request at a time. */
export class Accounts {
  readonly #requests: Writable
  readonly #answers: AsyncIterator<string>
  #last: Promise<unknown> = Promise.resolve()

  constructor(requests: Writable, answers: Readable) {
    this.#requests = requests
    this.#answers = createInterface({ input: answers })[Symbol.asyncIterator]()
    // The missing answer reports that the command has ended.
    requests.on('error', () => {})
  }

  /** @throws Error if there is no answer, or one to another request. */
  ask<Name extends AccountRequestName>(name: Name, body: RequestBody<Name>): Promise<RequestAnswer<Name>> {
    const answer = this.#last.then(() => this.#ask(name, body))
    this.#last = answer.catch(() => {})
    return answer
  }

  end(): void {
    this.#requests.end()
  }

  async #ask<Name extends AccountRequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): Promise<RequestAnswer<Name>> {
    if (!this.#requests.write(jsonLine({ name, body }))) await once(this.#requests, 'drain')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('the accounts command ended unexpectedly')
    const answer: unknown = JSON.parse(value)
    if (!ajv.validate(accountRequests[name].answer, answer))
      throw new Error(`unexpected answer to ${name}: ${ajv.errorsText()}`)
    return answer as RequestAnswer<Name>
  }
}
