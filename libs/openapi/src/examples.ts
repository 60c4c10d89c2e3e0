import type { Components, Json, JsonObject } from './components.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const TIME = '2026-03-14T09:26:53.589Z'

const ofFormat: Record<string, string> = {
  uuid: ID,
  date: TIME.slice(0, 10),
  'date-time': TIME,
  uri: 'https://community.example/',
  'uri-template': 'https://community.example/members/{user_id}',
  email: 'ada@community.example',
}

/** What stands for a property of this name. */
const ofName: Record<string, Json> = {
  value: 'Ada',
  display_name: 'Ada',
  username: 'ada',
  key: 'welcome',
  title: 'Hello',
  body: 'This is **new**.',
  html: 'This is <strong>new</strong>.',
  snippet: 'This is <mark>new</mark>.',
  reason: 'Insults',
  comment: 'Please stay polite.',
  moderation: 'Please stay polite.',
  error: 'not found',
  locale: 'en-US',
  main_locale: 'en-US',
  count: 1,
  limit: 20,
  offset: 0,
  address: '192.0.2.1',
  user_agent: 'Mozilla/5.0',
  server: 'en.game-a.example',
  external_id: '1234',
  cover_color: '#1d5fa8',
}

/** Numbers that are read as text: the games' ids. */
const DECIMAL = '1234'
/** So deep nothing more is told: schemas may contain themselves. */
const DEEPEST = 12

/** Text that a pattern allows; the first of these that fits. */
const texts = [
  ID,
  DECIMAL,
  'ada',
  'welcome',
  'en-US',
  'box_agora',
  'ada@clients',
  '#1d5fa8',
  'SendOutboundEmail',
  `threads/${ID}`,
  `users/${ID}`,
  '0000000000000005',
  'a'.repeat(64),
]

function textOf({ format, pattern, minLength, maxLength }: JsonObject, name: string): Json {
  const known = typeof format === 'string' ? ofFormat[format] : undefined
  if (known !== undefined) return known
  const named = ofName[name]
  const candidates = [...(typeof named === 'string' ? [named] : []), ...texts]
  const expression = typeof pattern === 'string' ? new RegExp(pattern) : /^/
  const fits = (text: string) =>
    expression.test(text) && text.length >= Number(minLength ?? 0) && text.length <= Number(maxLength ?? 1e6)
  if (pattern === undefined && named === undefined)
    return fits('text') ? 'text' : (candidates.find(fits) ?? 'text')
  return candidates.find(fits) ?? 'text'
}

function numberOf({ minimum, maximum }: JsonObject, name: string): Json {
  const named = ofName[name]
  const wanted = typeof named === 'number' ? named : 1
  return Math.min(Math.max(wanted, Number(minimum ?? wanted)), Number(maximum ?? wanted))
}

/** An example of whatever a schema of the document describes, the same each time. */
export function exampleOf(schema: JsonObject, components: Components, name = '', depth = 0): Json {
  const inner = (part: Json | undefined, key = name) =>
    exampleOf((part ?? {}) as JsonObject, components, key, depth + 1)
  if (typeof schema.$ref === 'string') return inner(components.named(schema.$ref))
  if ('const' in schema) return schema.const as Json
  if (Array.isArray(schema.enum)) return schema.enum[0] as Json
  const choices = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  if (choices && schema.properties === undefined)
    return depth > DEEPEST && choices.some(({ type }) => type === 'null') ? null : inner(choices[0])
  const [type] = [schema.type].flat() as (string | undefined)[]
  switch (type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
      const [pattern] = Object.keys((schema.patternProperties ?? {}) as JsonObject)
      const keys = (schema.propertyNames ?? { type: 'string', ...(pattern ? { pattern } : {}) }) as JsonObject
      const more =
        schema.additionalProperties ?? Object.values((schema.patternProperties ?? {}) as JsonObject)[0]
      const further =
        properties.length === 0 && typeof more === 'object' && more !== null
          ? [[String(inner(keys, 'key')), inner(more as Json)]]
          : []
      return Object.fromEntries([...properties.map(([key, part]) => [key, inner(part, key)]), ...further])
    }
    case 'array':
      return depth > DEEPEST ? [] : [inner(schema.items as Json)]
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return false
    default:
      return null
  }
}
