import type pg from 'pg'
import { Client } from './client.ts'
import { sendStatement } from './statement-spans.ts'

/** What pg says where `query_timeout` has passed. */
const TIMED_OUT = 'Query read timeout'

/**
 * A connection that is given up with the first statement that the server did not answer in time: whatever would follow on
 * it, a ROLLBACK say, fails at once instead of waiting as long again.
 */
export class BoundedClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are many, and this passes all of them on.
  override query(...args: any[]): any {
    const send = () => super.query(...(args as Parameters<pg.Client['query']>)) as unknown
    // What comes with a callback is the pool's, which has made a step of it; what submits itself answers in its own way.
    const [statement] = args
    if (typeof args.at(-1) === 'function' || typeof statement?.submit === 'function') return send()
    return sendStatement(statement, this, () => send() as Promise<unknown>).catch((error: Error) => {
      if (error.message === TIMED_OUT) this.connection.stream.destroy()
      throw error
    })
  }
}

/** For a pooler in transaction mode that tracks no prepared statements: the next statement may land in another session. */
export class UnpreparedClient extends BoundedClient {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  override query(statement: any, ...rest: any[]): any {
    const isNamed = typeof statement === 'object' && statement?.name !== undefined
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...rest)
  }
}
