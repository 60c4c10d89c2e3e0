import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { Timestamp } from '@agora/shared/contracts/types'
import { createAjv } from '@agora/shared/http/validation'
import { type TSchema, Type } from 'typebox'
import { type Encoder, encoderOf } from './encoder.ts'
import { countKeys, scan } from './line.ts'
import { createLineScanner, type ScannedLine, type TypeSchemas } from './line-scanner.ts'
import type { Sighting } from './timeline.ts'
import { bitOf, fieldsOf, type RecordKey, type RecordType, recordTypes, scopeOf } from './types.ts'
import { DecimalId, observedFields, SiteId } from './values.ts'

type ValidateFunction = ReturnType<ReturnType<typeof createAjv>['compile']>
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

type ErrorObject = NonNullable<ValidateFunction['errors']>[number]

/** One valid line. */
export interface Observation {
  key: RecordKey
  sighting: Sighting
}

export interface ObservationReader {
  /** The observation of a line, or the reason why it is none. */
  read(line: string): Observation | string
  /** How often fields were met that the archive does not know; they are passed over. */
  readonly unknownFields: ReadonlyMap<string, number>
}

interface Field {
  name: string
  bit: number
  encode: Encoder
}

interface TypeReader {
  type: RecordType
  validate: ValidateFunction
  fields: Field[]
  known: ReadonlySet<string>
}

/** The fields of each type by name, which is the order that they are written in. */
const placesOf = Object.fromEntries(
  recordTypes.map((type) => [
    type,
    fieldsOf[type].map((name, place) => ({ name, place, bit: bitOf(type, name) })).sort(byName),
  ]),
) as Record<RecordType, { name: string; place: number; bit: number }[]>

interface Link {
  site: { id: number; host: string }
  user: { id: number }
}

/** Reads observation lines for the servers of this configuration. `now` is what lies in the future after. */
export function createObservationReader(
  games: AgoraConfig['games'],
  now: () => number = Date.now,
): ObservationReader {
  const readers = new Map<unknown, TypeReader>(recordTypes.map((type) => [type, typeReader(type, games)]))
  const unknownFields = new Map<string, number>()

  const scanLine = createLineScanner(observationSchemas(games))

  const read = (line: string): Observation | string => {
    const scanned = scanLine(line)
    return (scanned && observationOf(scanned)) ?? parse(line)
  }

  /** Undefined where the parser has something to say. */
  const observationOf = ({ type, scope, id, at, texts }: ScannedLine): Observation | undefined => {
    if (at < 0 || at > now()) return undefined
    const samples = new Map<string, string>()
    let bits = 0
    for (const { name, place, bit } of placesOf[type]) {
      const text = texts[place]
      if (text === undefined) continue
      bits |= bit
      if (name !== 'links') samples.set(name, text)
      else if (!addLinks(samples, JSON.parse(text))) return undefined
    }
    return { key: { type, scope: scope ?? '', subject: id }, sighting: { at, bits, samples } }
  }

  const parse = (line: string): Observation | string => {
    const { keys, tooDeep } = scan(line)
    if (tooDeep) return 'nested too deeply'
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return 'not JSON'
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object'
    const object = value as Record<string, unknown>
    const reader = readers.get(object.type)
    if (!reader) return `type must be one of ${recordTypes.join(', ')}`
    if (!reader.validate(object)) return explain(reader.validate.errors?.[0])
    if (countKeys(object) !== keys) return 'a key stands twice'
    const at = Date.parse(object.retrieved_at as string)
    if (Number.isNaN(at) || at < 0) return 'retrieved_at is no time since 1970'
    if (at > now()) return 'retrieved_at lies in the future'
    for (const name of Object.keys(object)) {
      if (!reader.known.has(name)) count(unknownFields, name)
    }
    const samples = new Map<string, string>()
    let bits = 0
    for (const { name, bit, encode } of reader.fields) {
      const field = object[name]
      if (field === undefined) continue
      bits |= bit
      if (name !== 'links') samples.set(name, encode(field))
      else if (!addLinks(samples, field as Link[])) return 'links name a site twice'
    }
    return { key: keyOf(reader.type, object), sighting: { at, bits, samples } }
  }
  return { read, unknownFields }
}

/** The most fields that are not known and told by their names; the others are told together. */
const MOST_UNKNOWN = 100
const OTHERS = '…'

function count(counts: Map<string, number>, name: string): void {
  const counted = counts.has(name) || counts.size < MOST_UNKNOWN ? name.slice(0, 100) : OTHERS
  counts.set(counted, (counts.get(counted) ?? 0) + 1)
}

/** An instance may be configured without a server of some game: then nothing is one. */
const oneOf = (servers: string[]): TSchema => (servers.length > 0 ? Type.Enum(servers) : Type.Never())

/** What a line may hold, for the servers of this configuration. */
export const observationSchemas = (games: AgoraConfig['games']) =>
  Object.fromEntries(recordTypes.map((type) => [type, schemasOf(type, games)])) as Record<
    RecordType,
    TypeSchemas
  >

function schemasOf(type: RecordType, games: AgoraConfig['games']): TypeSchemas {
  const values = observedFields(oneOf(games.game_a.servers)) as unknown as Record<
    RecordType,
    Record<string, TSchema>
  >
  const scope = scopeOf[type]
  return {
    head: {
      ...(scope === 'game_a' || scope === 'game_b' ? { server: oneOf(games[scope].servers) } : {}),
      id: DecimalId,
      ...(scope === 'site' ? { site_id: SiteId } : {}),
    },
    fields: values[type],
  }
}

function typeReader(type: RecordType, games: AgoraConfig['games']): TypeReader {
  const schemas = schemasOf(type, games)
  const head = {
    type: Type.Literal(type),
    id: DecimalId,
    retrieved_at: Timestamp,
    ...schemas.head,
  }
  const optional = Object.fromEntries(
    Object.entries(schemas.fields).map(([name, schema]) => [name, Type.Optional(schema)]),
  )
  return {
    type,
    validate: createAjv().compile(Type.Object({ ...head, ...optional })),
    fields: placesOf[type].map(({ name, bit }) => ({
      name,
      bit,
      encode: encoderOf(schemas.fields[name] as TSchema),
    })),
    known: new Set([...Object.keys(head), ...fieldsOf[type]]),
  }
}

function keyOf(type: RecordType, object: Record<string, unknown>): RecordKey {
  const scope = { game_a: object.server, game_b: object.server, site: object.site_id, none: '' }[
    scopeOf[type]
  ]
  return { type, scope: String(scope), subject: object.id as string }
}

/** The list was seen, and in it these entries: what one of them is, and where, are fields of their own. */
function addLinks(samples: Map<string, string>, links: readonly Link[]): boolean {
  samples.set('links', 'true')
  for (const { site, user } of links) {
    if (samples.has(`links.${site.id}.user`)) return false
    samples.set(`links.${site.id}.user`, JSON.stringify({ id: user.id }))
    samples.set(`links.${site.id}.host`, JSON.stringify(site.host))
  }
  return true
}

function explain(error: ErrorObject | undefined): string {
  if (!error) return 'has the wrong shape'
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'required')
    return `${[place, error.params.missingProperty].filter(Boolean).join('.')} is missing`
  const name = place.length > 80 ? `${place.slice(0, 80)}…` : place
  if ((error.keyword === 'enum' || error.keyword === 'not') && /(^|\.)server$/.test(place))
    return `${name} is not a configured server`
  return `${name} ${error.message ?? 'has the wrong shape'}`
}
