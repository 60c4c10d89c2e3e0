import type { Attributes } from '../observability/spans.ts'
import { callStore } from '../observability/store-spans.ts'

const leading = /^\s*(\w+)/
/** A table where something is read from or written to, with or without its schema. */
const table = /\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?(?:"?\w+"?\.)?"?(\w+)"?/i

type Named = { text?: unknown; name?: unknown }

/** What a statement begins with, such as `SELECT`. */
const operationOf = (text: string): string => (leading.exec(text)?.[1] ?? '').toUpperCase()

/** A statement's own name, else what it does to which table. */
function nameOf(statement: Named, text: string, operation: string): string {
  if (typeof statement.name === 'string') return statement.name
  const name = table.exec(text)?.[1]
  return name === undefined ? operation : `${operation} ${name}`
}

/**
 * Sends a statement as a step of what is under way, under the statement's name: neither its text nor a value goes into the
 * span. `args` are those of pg's `query`, which `send` calls: what comes with a callback is the pool's, which has made a step
 * of it, and what submits itself answers in its own way. Anything else is answered by a promise.
 */
export function sendStatement(
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are many, and this takes all of them.
  args: readonly any[],
  server: { host: string; port: number },
  send: () => unknown,
): unknown {
  const [statement] = args
  if (typeof args.at(-1) === 'function' || typeof statement?.submit === 'function') return send()
  const describe = () => {
    const named = (typeof statement === 'object' ? statement : { text: statement }) as Named
    const text = String(named.text)
    const operation = operationOf(text)
    const name = nameOf(named, text, operation)
    const attributes: Attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': name,
      'server.address': server.host,
      'server.port': server.port,
    }
    return { name, attributes }
  }
  return callStore(describe, send as () => Promise<unknown>)
}
