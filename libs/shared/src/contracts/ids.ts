import { v7 } from 'uuid'

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A new UUIDv7, lowercase. */
export const newId = (): string => v7()

/** The id in lowercase, or undefined when `value` is no canonical UUID (such an id names nothing). */
export function parseUuid(value: unknown): string | undefined {
  return typeof value === 'string' && canonical.test(value) ? value.toLowerCase() : undefined
}
