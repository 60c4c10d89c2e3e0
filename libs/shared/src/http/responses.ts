import { type TSchema, Type } from 'typebox'
import type { ErrorDefinition } from '../errors/catalogue.ts'

/**
 * The `response` part of a route's schema: the success body, and one entry a status for the errors it may answer.
 * The API document lists the messages of each status.
 */
export function responses<Success extends TSchema>(
  success: Success,
  errors: readonly ErrorDefinition[] = [],
): { 200: Success } {
  const messages = new Map<number, Set<string>>()
  for (const { status, message } of errors)
    messages.set(status, (messages.get(status) ?? new Set()).add(message))
  const failures = [...messages].map(([status, texts]) => [
    status,
    Type.Object({ error: Type.String() }, { description: [...texts].join('; ') }),
  ])
  return { 200: success, ...Object.fromEntries(failures) }
}
