import { KEY_PATTERN } from '@agora/shared/contracts/audience'
import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'

/** How a section or a thread is looked up: by id if the reference is a UUID, by key otherwise. */
export interface Reference {
  readonly by: 'id' | 'key'
  readonly value: string
}

const key = new RegExp(KEY_PATTERN)

/** Parses a reference in a path. Undefined if it has neither form and so matches nothing. */
export function parseReference(text: string): Reference | undefined {
  const id = parseUuid(text)
  if (id !== undefined) return { by: 'id', value: id }
  return key.test(text) ? { by: 'key', value: text } : undefined
}

/** Parses a reference in a path; throws `notFound` if it can match nothing. */
export function requireReference(text: string, notFound: ErrorDefinition): Reference {
  const reference = parseReference(text)
  if (!reference) throw new ApiError(notFound)
  return reference
}

/** Parses an id in a path; throws `notFound` if it is not one. */
export function requireId(text: string, notFound: ErrorDefinition): string {
  const id = parseUuid(text)
  if (id === undefined) throw new ApiError(notFound)
  return id
}

/** Parses a reference in a body; if it has both forms, the id counts. */
export function bodyReference(section: { id: string } | { key: string }): Reference {
  return 'id' in section ? { by: 'id', value: section.id } : { by: 'key', value: section.key }
}
