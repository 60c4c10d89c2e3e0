import type { TSchema } from 'typebox'

/** Writes a valid value as JSON in the one form that stands for all equal ones. */
export type Encoder = (value: unknown) => string

interface Shape {
  type?: string
  properties?: Record<string, TSchema>
  additionalProperties?: TSchema
  items?: TSchema
  isSet?: boolean
}

/** The order of a set's items, as JSON. */
export const byLengthThenText = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/**
 * Values are compared as text, so equal ones must be written alike: keys in order, sets in ascending order without
 * repeats, fields the schema does not know left out.
 */
export function encoderOf(schema: TSchema): Encoder {
  const { type, properties, additionalProperties, items, isSet } = schema as Shape
  if (properties) return objectEncoder(properties)
  if (additionalProperties) return mapEncoder(additionalProperties)
  if (items) return isSet ? setEncoder(encoderOf(items)) : listEncoder(encoderOf(items))
  if (type === 'string') return quote as Encoder
  return type === 'integer' || type === 'number' || type === 'boolean' ? String : JSON.stringify
}

const mustBeEscaped = /["\\\p{Cc}\p{Cs}]/u

/** JSON.stringify of a text, at less cost for one that is written as it is. */
const quote = (text: string) => (mustBeEscaped.test(text) ? JSON.stringify(text) : `"${text}"`)

function objectEncoder(properties: Record<string, TSchema>): Encoder {
  const members = Object.keys(properties)
    .sort()
    .map((key, index) => ({
      key,
      prefix: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
      encode: encoderOf(properties[key]!),
    }))
  return (value) => {
    const object = value as Record<string, unknown>
    let text = ''
    for (const { key, prefix, encode } of members) text += prefix + encode(object[key])
    return `${text}}`
  }
}

const LARGEST_INDEX = 2 ** 32 - 2
const isIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) <= LARGEST_INDEX

/**
 * Keys that are array indices come first and by number, the others after them by their text: JavaScript puts the
 * former there itself, so a value that was parsed and written again reads the same.
 */
function mapEncoder(schema: TSchema): Encoder {
  const encode = encoderOf(schema)
  return (value) => {
    const object = value as Record<string, unknown>
    let keys = Object.keys(object)
    const texts = keys.findIndex((key) => !isIndex(key))
    if (texts >= 0) keys = [...keys.slice(0, texts), ...keys.slice(texts).sort()]
    let text = ''
    for (const key of keys) text += `${text === '' ? '{' : ','}${quote(key)}:${encode(object[key])}`
    return text === '' ? '{}' : `${text}}`
  }
}

function listEncoder(encode: Encoder): Encoder {
  return (value) => `[${(value as unknown[]).map((item) => encode(item)).join()}]`
}

function setEncoder(encode: Encoder): Encoder {
  return (value) =>
    `[${[...new Set((value as unknown[]).map((item) => encode(item)))].sort(byLengthThenText).join()}]`
}
