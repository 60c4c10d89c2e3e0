/** One look at a record. Times are in ms. */
export interface Sighting {
  at: number
  /** The fields seen, as bits: see types.ts. */
  bits: number
  /** In order. */
  names: readonly string[]
  /** At the place of each name the canonical JSON of what it read. */
  texts: readonly string[]
}

/** A sighting as it is kept. */
export interface Instant {
  at: number
  bits: number
  /** What each field read from then on that had read otherwise, as JSON; null for none. See stored-json.ts. */
  changes: string | null
  /** The fingerprint of the sighting; null where an earlier release kept none. */
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

/** What is known of one record. */
export interface Timeline {
  archivedAt: number
  retrievedAt: number
  /** In the order of their names. */
  latest: Latest[]
}

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0
