/** The seeded forums. Each also has the long thread and the members named below. */
export const sizes = {
  small: { posts: 10_000, threads: 500, members: 200 },
  medium: { posts: 100_000, threads: 5_000, members: 2_000 },
  large: { posts: 1_000_000, threads: 50_000, members: 20_000 },
}

/** @typedef {keyof typeof sizes} Size */

/** The posts of the one long thread. */
export const LONG_THREAD_POSTS = 10_000

/** The leaf sections; the first holds two fifths of the threads. */
export const SECTIONS = 12

/** The age of the oldest post, in days. */
export const SPAN_DAYS = 5 * 365
