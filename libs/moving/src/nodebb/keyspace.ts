/** A member of a sorted set. */
export interface Scored {
  value: string
  score: number
}

/** NodeBB's data, whatever the store: hashes, sorted sets and lists by key. */
export interface Keyspace {
  /** In the order of the keys; undefined where there is none. */
  hashes(keys: readonly string[]): Promise<(Record<string, unknown> | undefined)[]>
  /** In the order of the keys, each in the order of its scores. */
  sorted(keys: readonly string[]): Promise<Scored[][]>
  lists(keys: readonly string[]): Promise<string[][]>
  close(): Promise<void>
}
