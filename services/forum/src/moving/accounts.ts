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

/** Asks the gateway's command that works on accounts: one request after the other. */
export class Accounts {
  readonly #requests: Writable
  readonly #answers: AsyncIterator<string>
  #last: Promise<unknown> = Promise.resolve()

  constructor(requests: Writable, answers: Readable) {
    this.#requests = requests
    this.#answers = createInterface({ input: answers })[Symbol.asyncIterator]()
    // What comes of a command that has ended is told by the answer that is missing.
    requests.on('error', () => {})
  }

  /** @throws Error where no answer comes, or another than was asked for. */
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
    if (!this.#requests.write(`${JSON.stringify({ name, body })}\n`)) await once(this.#requests, 'drain')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('the accounts cannot be worked on')
    const answer: unknown = JSON.parse(value)
    if (!ajv.validate(accountRequests[name].answer, answer))
      throw new Error(`${name} was answered otherwise: ${ajv.errorsText()}`)
    return answer as RequestAnswer<Name>
  }
}
