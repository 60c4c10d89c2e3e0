import type { IncomingHttpHeaders } from 'node:http'
import { compressed } from '@agora/shared/http/compress'

/** A cached answer, which may be cached packed as well. */
export interface Packable {
  readonly headers: Readonly<IncomingHttpHeaders>
  readonly body: Buffer
  /** Its gzip form; null if that is not worth it, undefined until somebody takes it. */
  packed?: Buffer | null
}

/** What a cached page may take in all, in parts of its body: a packed form that is larger than the rest is not kept. */
const WITH_PACKED = 1.5

/** JSON that is not compressed yet, as the site's own pages are. */
const canBePacked = ({ headers }: Packable): boolean =>
  headers['content-encoding'] === undefined && String(headers['content-type']).startsWith('application/json')

/** How many bytes a page takes, with the packed form that it may get. */
export const weightOf = (page: Packable): number =>
  Math.ceil(page.body.length * (canBePacked(page) ? WITH_PACKED : 1))

/** The page's gzip form, made for its first reader who takes it; undefined if it is not worth it. */
export function packedOf(page: Packable): Buffer | undefined {
  if (page.packed === undefined) {
    const packed = canBePacked(page) ? compressed(page.body) : undefined
    page.packed = packed && page.body.length + packed.length <= weightOf(page) ? packed : null
  }
  return page.packed ?? undefined
}
