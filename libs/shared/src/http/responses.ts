import { type TSchema, Type } from 'typebox'
import type { ErrorDefinition } from '../errors/catalogue.ts'

/** Where a route's `response` keeps the errors that it was declared with, for the API document. */
export const declaredErrors = Symbol('declared errors')

/**
 * The `response` part of a route's schema: the success body, and one entry a status for the errors it may answer.
 * The API document lists the messages of each status.
 */
export function responses<Success extends TSchema>(
  success: Success,
  errors: readonly ErrorDefinition[] = [],
): { 200: Success } {
  const failure = Type.Object({ error: Type.String() })
  const failures = errors.map(({ status }) => [status, failure])
  return { 200: success, ...Object.fromEntries(failures), [declaredErrors]: errors }
}
