/** One observation of a record. Times are in ms. */
export interface Sighting {
  at: number
  /** The observed fields, as bits: see types.ts. */
  bits: number
  /** In order. */
  names: readonly string[]
  /** The canonical JSON of each field's value, at the index of its name. */
  texts: readonly string[]
}

/** A sighting as it is stored. */
export interface Instant {
  at: number
  bits: number
  /** The fields that changed at this instant, with their new values, as JSON; null if none. See stored-json.ts. */
  changes: string | null
  /** The fingerprint of the sighting; null if an earlier release stored it. */
  seen: number | null
}

/** The latest period of a field. Its end is null while the value holds. */
export interface Latest {
  name: string
  start: number
  end: number | null
  /** The last sighting within it. */
  retrieved: number
  text: string
}

/** What is known about a record. */
export interface Timeline {
  archivedAt: number
  retrievedAt: number
  /** In the order of their names. */
  latest: Latest[]
}

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0
