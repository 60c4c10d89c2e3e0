import type { TSchema } from 'typebox'
import type { ErrorDefinition } from '../errors/catalogue.ts'

/** Where a route's `response` keeps the errors that it was declared with, for the API document. */
export const declaredErrors = Symbol('declared errors')

/**
 * The `response` part of a route's schema: the success body, and for the API document the errors of its operation. Those
 * of its access, its query and its body the document knows (`failures.ts` of `@agora/openapi`).
 * They have no schema here, since `errorRenderer` writes them all: a serializer would be compiled for each and unused.
 */
export function responses<Success extends TSchema>(
  success: Success,
  errors: readonly ErrorDefinition[] = [],
): { 200: Success } {
  return { 200: success, [declaredErrors]: errors } as { 200: Success }
}
