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
}

export interface Published {
  text: string
  /** Changes with the text. */
  tag: string
}

export function published(text: string): Published {
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` }
}

/** The build copies it from docs/openapi.json. */
const file = staticFile('openapi.json')

export const readApiDocument = (): ApiDocument => JSON.parse(readFileSync(file, 'utf8'))
