import { type IncomingMessage, ServerResponse } from 'node:http'
import type { WithPermit } from '../../callers/permit.ts'

/** A request's permit to be in progress, which it may do without for a time. */
export interface Permit {
  release(): void
  /** False if none is left. */
  acquire(): boolean
}

/** Tells when all of the answer has been handed over, whether or not the caller has taken it, and until when it is worked on. */
export class AdmittedResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements WithPermit
{
  #handedOver: (() => void) | undefined
  #isWorkedOn = false
  #atRest: (() => void) | undefined
  #permit: Permit | undefined

  /** Calls back when the answer has been handed over, at most once. */
  onHandedOver(handedOver: () => void): void {
    this.#handedOver = handedOver
  }

  /** Nothing is left to do for this request but to wait for the caller. */
  handedOver(): void {
    this.#handedOver?.()
    this.#handedOver = undefined
  }

  /** From now on a service works for this request, until it `rests`: also for a caller who has gone. */
  works(): void {
    this.#isWorkedOn = true
  }

  rests(): void {
    this.#isWorkedOn = false
    this.#atRest?.()
    this.#atRest = undefined
  }

  /** Calls back as soon as no service works for this request. */
  whenAtRest(atRest: () => void): void {
    if (this.#isWorkedOn) this.#atRest = atRest
    else atRest()
  }

  setPermit(permit: Permit): void {
    this.#permit = permit
  }

  releasePermit(): void {
    this.#permit?.release()
  }

  acquirePermit(): boolean {
    return this.#permit?.acquire() ?? true
  }

  override end(...args: unknown[]): this {
    super.end(...(args as []))
    this.handedOver()
    return this
  }
}
