import type { TSchema } from 'typebox'

export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** Writes a valid value as canonical JSON: equal values give equal text. */
export type Encoder = (value: Json) => string

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfObjects = (schema: TSchema): schema is TSchema & { properties: Record<string, TSchema> } =>
  'properties' in schema
const isOfMaps = (schema: TSchema): schema is TSchema & { additionalProperties: TSchema } =>
  'additionalProperties' in schema
const isOfLists = (schema: TSchema): schema is TSchema & { items: TSchema } => 'items' in schema

/**
 * Values are compared as text, so equal ones must be written alike: keys in order, sets ascending without repeats,
 * fields unknown to the schema omitted.
 */
export function encoderOf(schema: TSchema): Encoder {
  if (isOfObjects(schema)) return objectEncoder(schema.properties)
  if (isOfMaps(schema)) return mapEncoder(encoderOf(schema.additionalProperties))
  if (isOfLists(schema))
    return 'isSet' in schema ? setEncoder(encoderOf(schema.items)) : listEncoder(encoderOf(schema.items))
  return (value) => JSON.stringify(value)
}

function objectEncoder(properties: Record<string, TSchema>): Encoder {
  const members = Object.entries(properties)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, schema], place) => ({
      key,
      prefix: `${place === 0 ? '{' : ','}${JSON.stringify(key)}:`,
      encode: encoderOf(schema),
    }))
  return (value) => {
    let text = ''
    if (isObject(value))
      for (const { key, prefix, encode } of members) text += prefix + encode(value[key] ?? null)
    return `${text}}`
  }
}

const LARGEST_INDEX = 2 ** 32 - 2
const isIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) <= LARGEST_INDEX

/**
 * Keys that are array indices come first and by number, the others after them by their text: JavaScript orders them
 * like that, so a value that was parsed and written again is unchanged.
 */
function mapEncoder(encode: Encoder): Encoder {
  return (value) => {
    if (!isObject(value)) return '{}'
    let keys = Object.keys(value)
    const texts = keys.findIndex((key) => !isIndex(key))
    if (texts >= 0) keys = [...keys.slice(0, texts), ...keys.slice(texts).sort()]
    let text = ''
    for (const key of keys)
      text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${encode(value[key] ?? null)}`
    return text === '' ? '{}' : `${text}}`
  }
}

const encodeAll = (value: Json, encode: Encoder) => (Array.isArray(value) ? value.map(encode) : [])

const listEncoder =
  (encode: Encoder): Encoder =>
  (value) =>
    `[${encodeAll(value, encode).join()}]`

/** The order of a set's items, as JSON. */
export const byLengthThenText = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const setEncoder =
  (encode: Encoder): Encoder =>
  (value) =>
    `[${[...new Set(encodeAll(value, encode))].sort(byLengthThenText).join()}]`
