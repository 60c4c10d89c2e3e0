import { constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { takesCoding } from './codings.ts'

/** Anything shorter fits into one packet uncompressed, in characters or bytes. */
const WORTH_IT = 1_400
/** 30 kB take a fifth of a millisecond; the best level saves another fifth and takes five times as long. */
export const FAST = { level: constants.Z_BEST_SPEED }

/** Browsers send few of these headers, and to read one takes as long as to look up a page. */
const read = new LRUCache<string, boolean>({
  max: 1_000,
  memoMethod: (header) => takesCoding(header, 'gzip'),
})

/** Whether an Accept-Encoding header takes gzip. */
export const takesGzip = (header: string | string[] | undefined): boolean => read.memo(String(header ?? ''))

/** The gzip form of what is long enough for it. */
export const compressed = (text: string | Buffer): Buffer | undefined =>
  text.length < WORTH_IT ? undefined : gzipSync(text, FAST)
