import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { Timestamp } from '@agora/shared/contracts/types'
import { createAjv } from '@agora/shared/http/validation'
import { type TSchema, Type } from 'typebox'
import { type Encoder, encoderOf } from './encoder.ts'
import { countKeys, scan } from './line.ts'
import { createLineScanner, type ScannedLine, type TypeSchemas } from './line-scanner.ts'
import { byName, type Sighting } from './sighting.ts'
import { fieldsIn, fieldsOf, type RecordKey, type RecordType, recordTypes, scopeOf } from './types.ts'
import { DecimalId, observedFields, SiteId } from './values.ts'

type ValidateFunction = ReturnType<ReturnType<typeof createAjv>['compile']>

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
  encode: Encoder
}

interface TypeReader {
  type: RecordType
  validate: ValidateFunction
  /** At their places. */
  fields: Field[]
  known: ReadonlySet<string>
}

/** The fields of each type by name, which is the order that sightings have them in. */
const placesOf = Object.fromEntries(
  recordTypes.map((type) => [type, fieldsOf[type].map((name, place) => ({ name, place })).sort(byName)]),
) as Record<RecordType, { name: string; place: number }[]>

/** The names of the fields that were seen, by type and bits: there are as many arrays of them as combinations. */
const namesOf = Object.fromEntries(recordTypes.map((type) => [type, new Map()])) as Record<
  RecordType,
  Map<number, readonly string[]>
>

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
  const servers = new Map([...games.game_a.servers, ...games.game_b.servers].map((name) => [name, name]))

  const read = (line: string): Observation | string => {
    const scanned = scanLine(line)
    return (scanned && observationOf(scanned)) ?? parse(line)
  }

  /** Undefined where the parser has something to say. */
  const observationOf = ({ type, scope, id, at, texts }: ScannedLine): Observation | undefined => {
    if (at < 0 || at > now()) return undefined
    const sighting = sightingOf(type, at, texts)
    // One text for each server; what was cut out of a line would keep that in memory.
    return sighting && { key: { type, scope: servers.get(scope) ?? scope, subject: id }, sighting }
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
    const texts = reader.fields.map(({ name, encode }) =>
      object[name] === undefined ? undefined : encode(object[name]),
    )
    const sighting = sightingOf(reader.type, at, texts)
    return sighting ? { key: keyOf(reader.type, object), sighting } : 'links name a site twice'
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
    fields: fieldsOf[type].map((name) => ({ name, encode: encoderOf(schemas.fields[name]!) })),
    known: new Set([...Object.keys(head), ...fieldsOf[type]]),
  }
}

function keyOf(type: RecordType, object: Record<string, unknown>): RecordKey {
  const scope = { game_a: object.server, game_b: object.server, site: object.site_id, none: '' }[
    scopeOf[type]
  ]
  return { type, scope: String(scope), subject: object.id as string }
}

/** The sighting of fields, each at its place; undefined where links name a site twice. */
function sightingOf(
  type: RecordType,
  at: number,
  seen: readonly (string | undefined)[],
): Sighting | undefined {
  const texts: string[] = []
  let bits = 0
  for (const { place } of placesOf[type]) {
    const text = seen[place]
    if (text === undefined) continue
    bits |= 1 << place
    texts.push(text)
  }
  let names = namesOf[type].get(bits)
  if (!names) {
    names = fieldsIn(type, bits).sort()
    namesOf[type].set(bits, names)
  }
  const sighting: Sighting = { at, bits, names, texts }
  return names.at(-1) === 'links' ? withEntries(sighting) : sighting
}

/** The list was seen, and in it these entries: what one of them is, and where, are fields of their own. */
function withEntries({ at, bits, names, texts }: Sighting): Sighting | undefined {
  const links = JSON.parse(texts.at(-1)!) as Link[]
  const entries = links
    .flatMap(({ site, user }) => [
      { name: `links.${site.id}.host`, text: JSON.stringify(site.host) },
      { name: `links.${site.id}.user`, text: JSON.stringify({ id: user.id }) },
    ])
    .sort(byName)
  if (entries.some(({ name }, place) => name === entries[place - 1]?.name)) return undefined
  return {
    at,
    bits,
    names: [...names, ...entries.map(({ name }) => name)],
    texts: [...texts.slice(0, -1), 'true', ...entries.map(({ text }) => text)],
  }
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
