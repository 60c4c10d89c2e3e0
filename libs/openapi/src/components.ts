/** A JSON value of the document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A schema that several routes may share, as its module exports it. */
export interface NamedSchema {
  name: string
  schema: JsonObject
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** This project's own formats as the registry of formats names them; undefined if it has no equivalent. */
const formats: Record<string, string | undefined> = {
  text: undefined,
  'http-url': 'uri',
  'callback-uri': 'uri',
  'user-uri': 'uri-template',
}

/** What the operation itself judges of a parameter, for the document: the validator does not know the keyword. */
export const DOCUMENTED = 'documented'

/** The same text for the same shape, whatever the order of its keys. */
function shapeOf(value: Json): string {
  return JSON.stringify(value, (_key, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

/** A schema's shape without its description: two schemas that differ only in that are the same. */
function bareShapeOf({ description: _description, examples: _examples, ...schema }: JsonObject): string {
  return shapeOf(schema)
}

/** The types of these values, one alone or several. */
function typeOf(values: readonly Json[]): Json {
  const names = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  return names.size === 1 ? ([...names][0] as string) : [...names].sort()
}

/** Whether a pattern needs the `u` flag, which few validators outside set: what it asks for is described instead. */
const needsUnicode = (pattern: Json | undefined) => /\\p\{|\\u\{/i.test(String(pattern))

/** What a schema says only implicitly, for those who read nothing but JSON Schema. */
function explicit(schema: JsonObject): JsonObject {
  const { pattern, ...others } = schema
  const values = 'const' in schema ? [schema.const as Json] : (schema.enum as Json[] | undefined)
  return {
    ...(values && schema.type === undefined ? { type: typeOf(values) } : {}),
    ...others,
    ...(pattern === undefined || needsUnicode(pattern) ? {} : { pattern }),
    // Only ids are written in lower case.
    ...(schema.lowercase === true ? { format: 'uuid' } : {}),
  }
}

/** A property with a single value needs no description. */
function withWords(schema: JsonObject): JsonObject {
  if (!('const' in schema) || schema.description !== undefined) return schema
  return { ...schema, description: `Always \`${schema.const}\`.` }
}

/** Whether a schema deserves a name: an object, a choice, a list, or text of a particular form. */
function isWorthNaming({
  type,
  properties,
  anyOf,
  additionalProperties,
  pattern,
  format,
}: JsonObject): boolean {
  if (anyOf !== undefined || additionalProperties === true) return true
  if (type === 'string') return pattern !== undefined || (format !== undefined && format !== 'text')
  return type === 'array' || (type === 'object' && Object.keys(properties ?? {}).length > 0)
}

/** Turns the routes' schemas into the document's, in which a named one is written once and referenced. */
export class Components {
  readonly #names = new Map<string, string>()
  readonly #declared: Readonly<Record<string, JsonObject>>
  readonly #overrides: Readonly<Record<string, JsonObject>>
  readonly #used = new Map<string, JsonObject>()

  /** `overrides` replace schemas that a route's validator cannot express, such as recursive ones. */
  constructor(named: readonly NamedSchema[], overrides: Readonly<Record<string, JsonObject>> = {}) {
    this.#overrides = overrides
    this.#declared = Object.fromEntries(named.map(({ name, schema }) => [name, schema]))
    const shapes = new Map<string, string>()
    for (const { name, schema } of named) {
      if (!isWorthNaming(schema)) continue
      const shape = bareShapeOf(schema)
      if ((shapes.get(name) ?? shape) !== shape) throw new Error(`two different schemas are called ${name}`)
      shapes.set(name, shape)
      if (!this.#names.has(shape)) this.#names.set(shape, name)
    }
  }

  /** The referenced schemas, by name. */
  get schemas(): JsonObject {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A named schema, by its reference. */
  named(reference: string): JsonObject {
    return this.#used.get(reference.split('/').at(-1) ?? '') ?? {}
  }

  /** The document's form of a schema: a reference if it has a name. */
  refer(schema: JsonObject): JsonObject {
    const name = this.#names.get(bareShapeOf(schema))
    if (name !== undefined) return this.#reference(name, schema)
    const { type } = schema
    if (Array.isArray(type) && type.length === 2 && type[1] === 'null') {
      const present = this.#names.get(bareShapeOf({ ...schema, type: type[0] as Json }))
      if (present !== undefined)
        return {
          anyOf: [this.#reference(present, { ...schema, type: type[0] as Json }), { type: 'null' }],
        }
    }
    return this.write(schema)
  }

  #reference(name: string, schema: JsonObject): JsonObject {
    if (!this.#used.has(name)) {
      // Reserved before it is written: it may refer to itself.
      this.#used.set(name, {})
      this.#used.set(name, this.#overrides[name] ?? this.write(this.#declared[name] ?? schema))
    }
    const { description } = schema
    const isSaidThere = description === this.#used.get(name)?.description
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description === undefined || isSaidThere ? {} : { description }),
    }
  }

  /** Writes the schema itself, even if it has a name. */
  write(schema: JsonObject): JsonObject {
    const entries = Object.entries(explicit(schema)).flatMap(([key, value]): [string, Json][] => {
      // A transformation after validation is of no concern to the sender.
      if (key === 'lowercase' || key === 'plainName') return []
      // What stands for a field that is missing is said in words: few tools read conditions.
      if (key === 'if' || key === 'else') return []
      if (key === DOCUMENTED) return Object.entries(value as JsonObject)
      if (key === 'format' && String(value) in formats) {
        const format = formats[String(value)]
        return format === undefined ? [] : [[key, format]]
      }
      if (key === 'properties' || key === 'patternProperties') return [[key, this.#each(value as JsonObject)]]
      if (key === 'required' && Array.isArray(value) && value.length === 0) return []
      if (key === 'isSet') return [['uniqueItems', value]]
      // A body's example goes beside its schema.
      if (key === 'examples') return []
      if (['anyOf', 'oneOf', 'allOf'].includes(key))
        return [[key, (value as JsonObject[]).map((part) => this.refer(part))]]
      if (isObject(value) && ['items', 'additionalProperties', 'propertyNames'].includes(key))
        return [[key, this.refer(value)]]
      return [[key, value]]
    })
    return Object.fromEntries(entries)
  }

  #each(properties: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.refer(withWords(schema as JsonObject))]),
    )
  }
}
