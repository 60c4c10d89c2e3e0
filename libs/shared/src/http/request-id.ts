import type { IncomingMessage } from 'node:http'
import { newId } from '../contracts/ids.ts'

const sane = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** Uses the caller's `x-request-id` if it is safe to log, else generates one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : newId()
}
