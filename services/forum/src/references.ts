import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'

/** What a section or a thread is looked up by: its id where the reference is a UUID, else its key. */
export interface Reference {
  readonly by: 'id' | 'key'
  readonly value: string
}

const key = /^[_a-z][_a-z0-9]{0,31}$/

/** Reads a reference of a path. Undefined: it is of neither form and names nothing. */
export function parseReference(text: string): Reference | undefined {
  const id = parseUuid(text)
  if (id !== undefined) return { by: 'id', value: id }
  return key.test(text) ? { by: 'key', value: text } : undefined
}

/** Reads a reference of a path; `notFound` where it names nothing. */
export function requireReference(text: string, notFound: ErrorDefinition): Reference {
  const reference = parseReference(text)
  if (!reference) throw new ApiError(notFound)
  return reference
}

/** Reads an id of a path; `notFound` where it is none. */
export function requireId(text: string, notFound: ErrorDefinition): string {
  const id = parseUuid(text)
  if (id === undefined) throw new ApiError(notFound)
  return id
}

/** Reads a reference of a body; of both forms the id counts. */
export function bodyReference(section: { id: string } | { key: string }): Reference {
  return 'id' in section ? { by: 'id', value: section.id } : { by: 'key', value: section.key }
}
