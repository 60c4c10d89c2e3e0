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
  /** The observation of a line, or the reason why it is invalid. */
  read(line: string): Observation | string
  /** How often each unknown field was met; they are skipped. */
  readonly unknownFields: ReadonlyMap<string, number>
}

interface Field {
  name: string
  encode: Encoder
}

interface TypeReader {
  type: RecordType
  validate: Validate
  /** At their indexes. */
  fields: Field[]
  sightingOf: ToSighting
  known: ReadonlySet<string>
}

/** How deep a line may nest; the deepest of the contract's values needs seven levels. */
const MAX_DEPTH = 16

/** Reads observation lines for the servers of this configuration. Anything after `now` is in the future. */
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

  /** Undefined if the parser must explain the error. */
  const observationOf = ({ type, scope, id, at, texts }: ScannedLine): Observation | undefined => {
    if (at < 0 || at > now()) return undefined
    const sighting = readers.get(type)?.sightingOf(at, texts)
    // One shared text per server; one cut out of a line would keep the line in memory.
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
    if (countKeys(value) !== text.keys) return 'a key is repeated'
    const at = Date.parse(String(value.retrieved_at))
    if (Number.isNaN(at) || at < 0) return 'retrieved_at is not a time since 1970'
    if (at > now()) return 'retrieved_at is in the future'
    for (const name of Object.keys(value)) {
      if (!reader.known.has(name)) count(unknownFields, name)
    }
    const texts = reader.fields.map(({ name, encode }) => {
      const field = value[name]
      return field === undefined ? undefined : encode(field)
    })
    const sighting = reader.sightingOf(at, texts)
    return sighting ? { key: keyOf(reader.type, value), sighting } : 'links contain a site twice'
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

/** The most unknown fields that are reported by name; the others are counted together. */
const MAX_UNKNOWN = 100
const OTHERS = '…'

function count(counts: Map<string, number>, name: string): void {
  const counted = counts.has(name) || counts.size < MAX_UNKNOWN ? name.slice(0, 100) : OTHERS
  counts.set(counted, (counts.get(counted) ?? 0) + 1)
}

/** An instance may be configured without servers for some game: then no value is valid. */
const oneOf = (servers: string[]): TSchema => (servers.length > 0 ? Type.Enum(servers) : Type.Never())

/** The contents of a type's lines, for the servers of this configuration. */
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
