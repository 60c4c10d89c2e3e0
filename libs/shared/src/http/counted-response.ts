import { type IncomingMessage, ServerResponse } from 'node:http'

/** A request's place among those in progress, for a time. */
export interface Turn {
  leave(): void
  /** Takes a place again; false if none is free. */
  enter(): boolean
}

/** Tells when all of the answer has been given, whether or not the caller has taken it, and until when it is worked on. */
export class CountedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #given: (() => void) | undefined
  #isWorkedOn = false
  #atRest: (() => void) | undefined
  #turn: Turn | undefined

  /** Calls back when the answer has been given, at most once. */
  onGiven(given: () => void): void {
    this.#given = given
  }

  /** Nothing is left to do for this request but to wait for the caller. */
  given(): void {
    this.#given?.()
    this.#given = undefined
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

  /** Sets how this request gives up its place while it waits. */
  takesTurn(turn: Turn): void {
    this.#turn = turn
  }

  /** Waits for another request's response, and is not in progress meanwhile. */
  waits(): void {
    this.#turn?.leave()
  }

  /** Stops waiting; false if too many requests are in progress. */
  goesOn(): boolean {
    return this.#turn?.enter() ?? true
  }

  override end(...args: unknown[]): this {
    super.end(...(args as []))
    this.given()
    return this
  }
}
