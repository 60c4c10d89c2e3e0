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
    const answer = sendStatement(args, this, () => super.query(...(args as Parameters<pg.Client['query']>)))
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: Error) => {
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
