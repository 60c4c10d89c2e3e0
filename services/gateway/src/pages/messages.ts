import type { ApiError } from '@agora/shared/errors/catalogue'
import type { Words } from './words/words.ts'

/** What a member reads about an error: what is wrong and what to do. Undefined if there are no words for it. */
export const messageFor = ({ definition }: ApiError, { refusals }: Words): string | undefined =>
  refusals[definition.code as keyof Words['refusals']]

interface Invalid {
  instancePath?: string
  params?: Record<string, unknown>
}

/** The field that failed a form's validation. */
export function invalidField(validation: readonly Invalid[] | undefined): string | undefined {
  const issue = validation?.[0]
  if (!issue) return undefined
  const missing = issue.params?.missingProperty ?? (issue.params?.requiredProperties as string[])?.[0]
  return String(missing ?? issue.instancePath?.split('/')[1] ?? '')
}

export const messageForField = (name: string, { fields, incomplete }: Words): string =>
  fields[name as keyof Words['fields']] ?? incomplete
