import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { Timestamp } from '@agora/shared/contracts/types'
import { createAjv } from '@agora/shared/http/validation'
import { type TSchema, Type } from 'typebox'
import { type Encoder, encoderOf, isObject, type Json, type JsonObject } from './encoder.ts'
import { countKeys, JsonText } from './json-text.ts'
import { createLineScanner, type ScannedLine, type TypeSchemas } from './line-scanner.ts'
import { sightingsOf, type ToSighting } from './seen.ts'
import type { Sighting } from './sighting.ts'
import { type RecordKey, type RecordType, recordTypes, scopeOf } from './types.ts'
import { DecimalId, observedFields, SiteId } from './values.ts'

type Validate = ReturnType<ReturnType<typeof createAjv>['compile']>
type Issue = NonNullable<Validate['errors']>[number]

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
  validate: Validate
  /** At their places. */
  fields: Field[]
  sightingOf: ToSighting
  known: ReadonlySet<string>
}

/** How deep a line may nest; the deepest of the contract's values needs seven levels. */
const MAX_DEPTH = 16

/** Reads observation lines for the servers of this configuration. `now` is what lies in the future after. */
export function createObservationReader(
  games: AgoraConfig['games'],
  now: () => number = Date.now,
): ObservationReader {
  const types = new Map(recordTypes.map((type) => [type, schemasOf(type, games)]))
  const readers = new Map<unknown, TypeReader>(
    [...types].map(([type, schemas]) => [type, typeReader(type, schemas)]),
  )
  const unknownFields = new Map<string, number>()

  const scanLine = createLineScanner(types)
  const servers = new Map([...games.game_a.servers, ...games.game_b.servers].map((name) => [name, name]))

  const read = (line: string): Observation | string => {
    const scanned = scanLine(line)
    return (scanned && observationOf(scanned)) ?? parse(line)
  }

  /** Undefined where the parser has something to say. */
  const observationOf = ({ type, scope, id, at, texts }: ScannedLine): Observation | undefined => {
    if (at < 0 || at > now()) return undefined
    const sighting = readers.get(type)?.sightingOf(at, texts)
    // One text for each server; what was cut out of a line would keep that in memory.
    return sighting && { key: { type, scope: servers.get(scope) ?? scope, subject: id }, sighting }
  }

  const parse = (line: string): Observation | string => {
    const text = new JsonText(line)
    text.value()
    if (text.depth > MAX_DEPTH) return 'nested too deeply'
    const value = parsed(line)
    if (value === undefined) return 'not JSON'
    if (!isObject(value)) return 'not a JSON object'
    const reader = readers.get(value.type)
    if (!reader) return `type must be one of ${recordTypes.join(', ')}`
    if (!reader.validate(value)) return explain(reader.validate.errors?.[0])
    if (countKeys(value) !== text.keys) return 'a key stands twice'
    const at = Date.parse(String(value.retrieved_at))
    if (Number.isNaN(at) || at < 0) return 'retrieved_at is no time since 1970'
    if (at > now()) return 'retrieved_at lies in the future'
    for (const name of Object.keys(value)) {
      if (!reader.known.has(name)) count(unknownFields, name)
    }
    const texts = reader.fields.map(({ name, encode }) => {
      const field = value[name]
      return field === undefined ? undefined : encode(field)
    })
    const sighting = reader.sightingOf(at, texts)
    return sighting ? { key: keyOf(reader.type, value), sighting } : 'links name a site twice'
  }
  return { read, unknownFields }
}

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
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

/** What the lines of a type hold, for the servers of this configuration. */
function schemasOf(type: RecordType, games: AgoraConfig['games']): TypeSchemas {
  const scope = scopeOf[type]
  return {
    head: {
      ...(scope === 'game_a' || scope === 'game_b' ? { server: oneOf(games[scope].servers) } : {}),
      id: DecimalId,
      ...(scope === 'site' ? { site_id: SiteId } : {}),
    },
    fields: observedFields(oneOf(games.game_a.servers))[type],
  }
}

function typeReader(type: RecordType, { head, fields }: TypeSchemas): TypeReader {
  const required = { type: Type.Literal(type), id: DecimalId, retrieved_at: Timestamp, ...head }
  const optional = Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])
  const schema = Type.Object({ ...required, ...Object.fromEntries(optional) })
  const names = Object.keys(fields)
  return {
    type,
    validate: createAjv().compile(schema),
    fields: Object.entries(fields).map(([name, field]) => ({ name, encode: encoderOf(field) })),
    sightingOf: sightingsOf(type),
    known: new Set([...Object.keys(required), ...names]),
  }
}

function keyOf(type: RecordType, { id, server, site_id }: JsonObject): RecordKey {
  const scope = { game_a: server, game_b: server, site: site_id, none: '' }[scopeOf[type]]
  return { type, scope: String(scope), subject: String(id) }
}

function explain(error: Issue | undefined): string {
  if (!error) return 'has the wrong shape'
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'required')
    return `${[place, error.params.missingProperty].filter(Boolean).join('.')} is missing`
  const name = place.length > 80 ? `${place.slice(0, 80)}…` : place
  if ((error.keyword === 'enum' || error.keyword === 'not') && /(^|\.)server$/.test(place))
    return `${name} is not a configured server`
  return `${name} ${error.message ?? 'has the wrong shape'}`
}
