import { type Html, html } from '../../pages/html.ts'
import type { ApiDocument, DocumentedSchema } from './document.ts'

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** Objects in objects are drawn this deep; deeper ones have names in all but a few cases. */
const DEEPEST = 6

const reference = (name: string) => html`<a href="#schema-${name}">${name}</a>`

/** The kind of value, in a few words: `text`, `list of ForumPost`, `integer or null`. */
function kindOf(schema: DocumentedSchema): Html {
  if (schema.$ref !== undefined) return reference(nameIn(schema.$ref))
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))
  if (schema.anyOf) return joined(schema.anyOf.map(kindOf))
  if (Array.isArray(schema.type))
    return joined(schema.type.map((type: string) => kindOf({ ...schema, type })))
  switch (schema.type) {
    case 'array':
      return html`list of ${schema.items ? kindOf(schema.items) : 'anything'}`
    case 'object':
      return html`object`
    case 'string':
      return html`${schema.format ?? 'text'}`
    case undefined:
      return html`any JSON`
    default:
      return html`${String(schema.type)}`
  }
}

const joined = (parts: readonly Html[]) =>
  html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`

function limitsOf({ pattern, minLength, maxLength, minimum, maximum, ...rest }: DocumentedSchema): Html[] {
  return [
    ...(minLength === undefined && maxLength === undefined
      ? []
      : [html`${minLength ?? 0} to ${maxLength ?? 'any number of'} characters`]),
    ...(minimum === undefined ? [] : [html`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [html`at most ${maximum}`]),
    ...(pattern === undefined ? [] : [html`matches <code>${pattern}</code>`]),
    ...(rest.default === undefined ? [] : [html`<code>${JSON.stringify(rest.default)}</code> if absent`]),
  ]
}

/** The schema whose fields are worth drawing: the object itself, or that in a list or beside null. */
function objectIn(schema: DocumentedSchema): DocumentedSchema | undefined {
  if (schema.properties || schema.patternProperties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((part) => part !== undefined)
}

function field(name: string, schema: DocumentedSchema, isRequired: boolean, depth: number): Html {
  const limits = limitsOf(schema)
  const inner = depth < DEEPEST ? objectIn(schema) : undefined
  return html`<li><code class="name">${name}</code> <span class="kind">${kindOf(schema)}</span>${
    !isRequired && html` <span class="kind">(optional)</span>`
  }${schema.description !== undefined && html` <span>${schema.description}</span>`}${
    limits.length > 0 &&
    html` <span class="limits">${limits.map((limit) => html`<span>${limit}</span> `)}</span>`
  }${inner && fields(inner, depth + 1)}</li>`
}

function fields(
  { properties = {}, patternProperties = {}, required = [] }: DocumentedSchema,
  depth = 0,
): Html {
  return html`<ul class="fields">${Object.entries(properties).map(([name, schema]) =>
    field(name, schema, required.includes(name), depth),
  )}${Object.entries(patternProperties).map(([pattern, schema]) => field(pattern, schema, true, depth))}</ul>`
}

/** A schema with everything in it that has no name of its own. */
export function schemaView(schema: DocumentedSchema): Html {
  const inner = schema.$ref === undefined ? objectIn(schema) : undefined
  const limits = limitsOf(schema)
  return html`<p class="kind">${kindOf(schema)}${limits.map((limit) => html`, ${limit}`)}</p>${inner && fields(inner)}`
}

/** A value to begin with: what must be there, in the shape it must have. */
export function exampleOf(document: ApiDocument, schema: DocumentedSchema, depth = 0): unknown {
  if (schema.$ref !== undefined)
    return exampleOf(document, document.components.schemas[nameIn(schema.$ref)] ?? {}, depth + 1)
  if ('const' in schema) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0] ?? {}, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const names = depth === 0 ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
      const entries = names.map((name) => [
        name,
        exampleOf(document, schema.properties?.[name] ?? {}, depth + 1),
      ])
      return Object.fromEntries(entries)
    }
    case 'array':
      return []
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time' ? '2030-01-01T00:00:00.000Z' : ''
    default:
      return null
  }
}
