/** Why a source is not markup. */
export type MarkupFault =
  | 'block-denied'
  | 'block-not-closed'
  | 'block-not-opened'
  | 'block-too-deep'
  | 'empty'
  | 'forbidden-character'

/** The source is invalid. `offset` counts UTF-16 code units from its start, to where the fault is. */
export class MarkupError extends Error {
  readonly fault: MarkupFault
  readonly offset: number

  constructor(fault: MarkupFault, offset: number) {
    super(`invalid markup at ${offset}: ${fault}`)
    this.name = 'MarkupError'
    this.fault = fault
    this.offset = offset
  }
}

/** The source is valid, its HTML is longer than `limit` UTF-16 code units. */
export class RenderTooLarge extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`rendered markup is longer than ${limit} characters`)
    this.name = 'RenderTooLarge'
    this.limit = limit
  }
}
