import type { TSchema } from 'typebox'

/** Writes a valid value as JSON in the one form that stands for all equal ones. */
export type Encoder = (value: unknown) => string

interface Shape {
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  items?: TSchema
  isSet?: boolean
}

const byLengthThenText = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1)

/**
 * Values are compared as text, so equal ones must be written alike: keys in order, sets in ascending order without
 * repeats, fields the schema does not know left out.
 */
export function encoderOf(schema: TSchema): Encoder {
  const { properties, patternProperties, items, isSet } = schema as Shape
  if (properties) return objectEncoder(properties)
  if (patternProperties) return mapEncoder(Object.values(patternProperties)[0] as TSchema)
  if (items) return isSet ? setEncoder(encoderOf(items)) : listEncoder(encoderOf(items))
  return JSON.stringify
}

function objectEncoder(properties: Record<string, TSchema>): Encoder {
  const members = Object.keys(properties)
    .sort()
    .map((key) => ({
      key,
      prefix: `${JSON.stringify(key)}:`,
      encode: encoderOf(properties[key] as TSchema),
    }))
  return (value) => {
    const object = value as Record<string, unknown>
    return `{${members.map(({ key, prefix, encode }) => prefix + encode(object[key])).join()}}`
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
    const keys = Object.keys(object)
    const texts = keys.findIndex((key) => !isIndex(key))
    if (texts >= 0) keys.push(...keys.splice(texts).sort())
    return `{${keys.map((key) => `${JSON.stringify(key)}:${encode(object[key])}`).join()}}`
  }
}

function listEncoder(encode: Encoder): Encoder {
  return (value) => `[${(value as unknown[]).map(encode).join()}]`
}

function setEncoder(encode: Encoder): Encoder {
  return (value) => `[${[...new Set((value as unknown[]).map(encode))].sort(byLengthThenText).join()}]`
}
