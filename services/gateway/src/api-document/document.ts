import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { ApiPaths } from '../edge/response-cache/parameters.ts'
import { staticFile } from './static.ts'

export interface Published {
  /** The same bytes for every reader: however many do not read theirs, they are in memory once. */
  content: Buffer
  /** Its gzip form. */
  packed: Buffer
  /** Changes with the content. */
  tag: string
}

/** The build copies it from docs/openapi.json. */
const file = staticFile('openapi.json')

export const readApiDocument = (): ApiPaths => JSON.parse(readFileSync(file, 'utf8'))

/** The whole document, without its white space. */
export function readPublished(): Published {
  const text = JSON.stringify(readApiDocument())
  const content = Buffer.from(text)
  return {
    content,
    packed: gzipSync(content),
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
  }
}
