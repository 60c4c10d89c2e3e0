/**
 * How often something failed lately, per key. What it holds may be lost: it slows guessing down and is no record.
 */
export interface AttemptLog {
  /** How many attempts of `key` lie within the window. */
  count(key: string): Promise<number>
  /** Takes one down unless `limit` are there already; answers whether it did. Of parallel calls at most `limit` do. */
  admit(key: string, limit: number): Promise<boolean>
  /** Takes one down; only the newest `keep` stay. */
  add(key: string, keep: number): Promise<void>
  reset(key: string): Promise<void>
}

/** Within how long attempts count, in milliseconds: half an hour, for Basic as for the sign-in captcha. */
export const ATTEMPT_WINDOW_MS = 30 * 60 * 1000
