/** NodeBB's values: numbers are text on one store, and numbers on the other. */
export type Hash = Record<string, unknown>

export const textOf = (hash: Hash, field: string): string => {
  const value = hash[field]
  return value === undefined || value === null ? '' : String(value)
}

export const numberOf = (hash: Hash, field: string): number => {
  const number = Number(textOf(hash, field))
  return Number.isFinite(number) ? number : 0
}

export const isSet = (hash: Hash, field: string): boolean => numberOf(hash, field) === 1

/** A time in milliseconds as text; an invalid one becomes a value that no line accepts. */
export function timeOf(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? String(ms) : time.toISOString()
}

export const isLocalId = (id: string): boolean => /^[1-9]\d*$/.test(id)
