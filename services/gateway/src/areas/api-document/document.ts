import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { staticFile } from '../../pages/static.ts'

/** A schema of the document, as far as the page reads it. */
export interface DocumentedSchema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, DocumentedSchema>
  required?: readonly string[]
  items?: DocumentedSchema
  anyOf?: readonly DocumentedSchema[]
  additionalProperties?: boolean | DocumentedSchema
  patternProperties?: Record<string, DocumentedSchema>
}

export interface DocumentedParameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  schema: DocumentedSchema
}

export interface DocumentedResponse {
  $ref?: string
  description: string
  content?: Record<string, { schema?: DocumentedSchema; examples?: Record<string, Example> }>
}

export interface Example {
  summary?: string
  value: { error: string }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  security: readonly Record<string, unknown>[]
  parameters?: readonly DocumentedParameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: DocumentedSchema } } }
  responses: Record<string, DocumentedResponse>
}

export interface ApiDocument {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, DocumentedSchema>
    responses: Record<string, DocumentedResponse>
    securitySchemes: Record<string, { description: string }>
  }
}

export interface Published {
  text: string
  /** Changes with the text. */
  tag: string
}

export function published(text: string): Published {
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` }
}

/** Laid there by the build from docs/openapi.json. */
const file = staticFile('openapi.json')

export const readApiDocument = (): ApiDocument => JSON.parse(readFileSync(file, 'utf8'))
