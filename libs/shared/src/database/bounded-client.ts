import type pg from 'pg'
import { Client } from './client.ts'

/** pg's message when `query_timeout` has passed. */
const TIMED_OUT = 'Query read timeout'

/**
 * A connection that is abandoned at the first statement that the server does not answer in time: whatever follows on
 * it, such as a ROLLBACK, fails at once instead of waiting as long again.
 */
export class BoundedClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg has many overloads, and this passes all of them on.
  override query(...args: any[]): any {
    const result: unknown = super.query(...(args as Parameters<pg.Client['query']>))
    if (!(result instanceof Promise)) return result
    return result.catch((error: Error) => {
      if (error.message === TIMED_OUT) this.connection.stream.destroy()
      throw error
    })
  }
}

/** For a pooler in transaction mode, where the next statement runs in another session: nothing is prepared. */
export class UnpreparedClient extends BoundedClient {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  override query(statement: any, ...rest: any[]): any {
    const isNamed = typeof statement === 'object' && statement?.name !== undefined
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...rest)
  }
}
