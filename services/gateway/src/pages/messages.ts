import type { ApiError } from '@agora/shared/errors/catalogue'
import { toApiError } from '@agora/shared/errors/renderer'
import type { FastifyRequest } from 'fastify'
import type { FormTokens } from './form-token.ts'
import { type Words, wordsFor } from './words/words.ts'

/** What is wrong with a form that was sent: it is shown again with these words, and this status. */
export interface Problem {
  text: string
  status: number
  /** The field that the text is about. */
  field?: string | undefined
}

/** What a member reads about an error: what is wrong and what to do. Undefined if there are no words for it. */
export const messageFor = ({ definition }: ApiError, { refusals }: Words): string | undefined =>
  refusals[definition.code as keyof Words['refusals']]

interface Invalid {
  instancePath?: string
  params?: Record<string, unknown>
}

/** The field that failed a form's validation. */
function invalidField(validation: readonly Invalid[] | undefined): string | undefined {
  const issue = validation?.[0]
  if (!issue) return undefined
  const missing = issue.params?.missingProperty ?? (issue.params?.requiredProperties as string[])?.[0]
  return String(missing ?? issue.instancePath?.split('/')[1] ?? '')
}

const messageForField = (name: string, { fields, incomplete }: Words): string =>
  fields[name as keyof Words['fields']] ?? incomplete

/** What is wrong with a form before anything is done: it is stale, or a field is invalid. */
export function problemOfForm(
  tokens: FormTokens,
  request: FastifyRequest,
  formToken: unknown,
): Problem | undefined {
  const words = wordsFor(request)
  if (!tokens.isValid(request, formToken)) return { text: words.staleForm, status: 403 }
  const field = invalidField(request.validationError?.validation)
  return field === undefined ? undefined : { text: messageForField(field, words), status: 422, field }
}

/** Why an operation refused what a form asked for. @throws the error itself if there are no words for it */
export function problemOfRefusal(error: unknown, request: FastifyRequest): Problem {
  const refusal = toApiError(error)
  const text = messageFor(refusal, wordsFor(request))
  if (text === undefined) throw error
  return { text, status: refusal.definition.status }
}
