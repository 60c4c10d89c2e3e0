import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type AccountRequests, accountRequests } from '@agora/shared/contracts/moving-accounts'
import { type PictureRequests, pictureRequests } from '@agora/shared/contracts/moving-pictures'
import { ajv } from '@agora/shared/http/validation'
import { jsonLine } from '@agora/shared/lines/json-line'
import type { Static, TSchema } from 'typebox'

type Requests = Readonly<Record<string, { body: TSchema; answer: TSchema }>>

/** Calls the command of another service that runs beside this one, one request at a time. */
class Companion<All extends Requests> {
  readonly #what: string
  readonly #all: All
  readonly #requests: Writable
  readonly #answers: AsyncIterator<string>
  #last: Promise<unknown> = Promise.resolve()

  /** @param what the command's name in errors. */
  constructor(what: string, all: All, requests: Writable, answers: Readable) {
    this.#what = what
    this.#all = all
    this.#requests = requests
    this.#answers = createInterface({ input: answers })[Symbol.asyncIterator]()
    // The missing answer reports that the command has ended.
    requests.on('error', () => {})
  }

  /** @throws Error if there is no answer, or one to another request. */
  ask<Name extends keyof All & string>(
    name: Name,
    body: Static<All[Name]['body']>,
  ): Promise<Static<All[Name]['answer']>> {
    const answer = this.#last.then(() => this.#ask(name, body))
    this.#last = answer.catch(() => {})
    return answer
  }

  end(): void {
    this.#requests.end()
  }

  async #ask<Name extends keyof All & string>(
    name: Name,
    body: Static<All[Name]['body']>,
  ): Promise<Static<All[Name]['answer']>> {
    if (!this.#requests.write(jsonLine({ name, body }))) await once(this.#requests, 'drain')
    const { value, done } = await this.#answers.next()
    if (done) throw new Error(`the ${this.#what} command ended unexpectedly`)
    const answer: unknown = JSON.parse(value)
    if (!ajv.validate(this.#all[name]!.answer, answer))
      throw new Error(`unexpected answer to ${name}: ${ajv.errorsText()}`)
    return answer as Static<All[Name]['answer']>
  }
}

/** The gateway's accounts command. */
export class Accounts extends Companion<AccountRequests> {
  constructor(requests: Writable, answers: Readable) {
    super('accounts', accountRequests, requests, answers)
  }
}

/** The media service's pictures command. */
export class Pictures extends Companion<PictureRequests> {
  constructor(requests: Writable, answers: Readable) {
    super('pictures', pictureRequests, requests, answers)
  }
}
