import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { staticFile } from '../../pages/static.ts'

/** The fields of the API document that its page shows without a script. */
export interface ApiDocument {
  info: { version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
  parameters?: readonly { name: string; in: string }[]
}

export interface Published {
  /** The same bytes for every reader: however many do not read theirs, they are in memory once. */
  content: Buffer
  /** Changes with the content. */
  tag: string
}

export function published(text: string): Published {
  return {
    content: Buffer.from(text),
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
  }
}

/** The build copies it from docs/openapi.json. */
const file = staticFile('openapi.json')

export const readApiDocument = (): ApiDocument => JSON.parse(readFileSync(file, 'utf8'))
