import { eachMark } from '@agora/shared/contracts/thread-marks'
import { ajv } from '@agora/shared/http/validation'
import { withoutControls } from '../bodies/escape.ts'
import { AccountEmail, kinds, type LineType, LONGEST_BODY, Votes } from './lines.ts'

/** How much a clock may be off, in milliseconds. */
const TOLERANCE_MS = 60_000

/** What a field becomes whose value is faulty; undefined if the line does without. */
type Mend = (value: unknown, line: Readonly<Record<string, unknown>>, now: number) => unknown

const leftOut: Mend = () => undefined

const shortened =
  (longest: number, otherwise?: (id: unknown) => string): Mend =>
  (value, { id }) => {
    const text = typeof value === 'string' ? withoutControls(value.toWellFormed()).trim() : ''
    // A code point has two units at most.
    const kept = [...text.slice(0, 2 * longest)].slice(0, longest).join('').toWellFormed()
    return kept === '' ? otherwise?.(id) : kept
  }

/** As databases print it: a blank for the T, and no zone, which is UTC. */
const PRINTED = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/
/** Seconds since 1970 have fewer digits than milliseconds. */
const MAX_SECONDS = 100_000_000_000

/** A time in milliseconds, of whatever reads as one; NaN of what does not. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value < MAX_SECONDS ? value * 1_000 : value
  if (typeof value !== 'string') return Number.NaN
  if (/^\d{1,13}$/.test(value)) return timeOf(Number(value))
  const [, day, time, zone = 'Z'] = PRINTED.exec(value) ?? []
  return Date.parse(day === undefined ? value : `${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`)
}

/** A time that has passed: the nearest one. */
const passed: Mend = (value, _line, now) => {
  const ms = timeOf(value)
  return new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), now)).toISOString()
}

/** The same, but nothing where it reads as none, or is in the future. */
const passedOrLeftOut: Mend = (value, _line, now) => {
  const ms = timeOf(value)
  return ms >= 0 && ms <= now ? new Date(ms).toISOString() : undefined
}

/** The same, but the first of all: what has an id of its time must get the same one again. */
const passedOrFirst: Mend = (...given) => passedOrLeftOut(...given) ?? new Date(0).toISOString()

/** What databases keep where there is no time. */
const isNever = (value: unknown): boolean =>
  value === 0 ||
  value === false ||
  (typeof value === 'string' && /^\s*(?:0*|0000-00-00.*|infinity)$/.test(value))

const LAST_MS = Date.UTC(9999, 11, 31)

/** When something began; the first time of all where that is not known. */
const beginning = ({ created_at, since }: Readonly<Record<string, unknown>>): number => {
  const ms = timeOf(created_at ?? since)
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}

/** What was lifted at a time that nobody can read was lifted: it binds nobody again. */
const lifted: Mend = (value, line, now) => {
  if (isNever(value)) return undefined
  const ms = timeOf(value)
  return new Date(Math.min(Number.isNaN(ms) ? beginning(line) : Math.max(0, ms), now)).toISOString()
}

/** What ends at a time that nobody can read has ended: else it would last for ever. */
const ending: Mend = (value, line) => {
  if (isNever(value)) return undefined
  const ms = timeOf(value)
  return new Date(Math.min(Number.isNaN(ms) ? beginning(line) : Math.max(0, ms), LAST_MS)).toISOString()
}

const integer: Mend = (value) =>
  typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : undefined

const votes: Mend = (value) => {
  if (typeof value !== 'object' || value === null) return undefined
  const { up, down } = value as { up?: unknown; down?: unknown }
  const count = (one: unknown) => {
    const number = Number(one)
    return Number.isInteger(number) && ajv.validate(Votes, number) ? number : 0
  }
  return { up: count(up), down: count(down) }
}

const flag: Mend = (value) => {
  if (value === 1 || value === '1' || value === 'true' || value === 't') return true
  return value === 0 || value === '0' || value === 'false' || value === 'f' ? false : undefined
}

/** No id that a line has: what was below something else may have been as closed as that. */
const unknownParent: Mend = () => '~'

/** What is for nobody knows whom is for as few as can be. */
const forModerators: Mend = () => 'Moderators'

const emails: Mend = (value, _line, now) => {
  if (!Array.isArray(value)) return undefined
  const usable = value.flatMap((email: unknown) => {
    if (ajv.validate(AccountEmail, email) && isPast((email as { since?: string }).since, now)) return [email]
    const { address } = (email ?? {}) as { address?: unknown }
    return ajv.validate(AccountEmail, { address }) ? [{ address }] : []
  })
  return usable.slice(0, 16)
}

const body: Mend = shortened(LONGEST_BODY, () => '')
const text: Mend = shortened(65_536)
const content = {
  author: leftOut,
  author_role: leftOut,
  body,
  format: () => 'text',
  moderation: text,
  comment: text,
} satisfies Record<string, Mend>
const imposed = {
  reason: shortened(65_536, () => ''),
  created_at: passedOrFirst,
  created_by: leftOut,
  expires_at: ending,
  lifted_at: lifted,
  lifted_by: leftOut,
}

/** The fields whose faults cost no more than themselves. Without the others a line means nothing, or something else. */
const MENDS: Partial<Record<LineType, Readonly<Record<string, Mend>>>> = {
  section: {
    display_name: shortened(128, (id) => `Section ${id}`),
    key: leftOut,
    locale: leftOut,
    parent: unknownParent,
    order: integer,
    readers: forModerators,
    writers: forModerators,
    description: shortened(500),
    colour: leftOut,
    is_archived: flag,
    created_at: passedOrLeftOut,
  },
  user: {
    username: (value, line, now) =>
      value === null ? undefined : shortened(256, (id) => `member_${id}`)(value, line, now),
    display_name: shortened(256),
    created_at: passedOrLeftOut,
    password_hash: leftOut,
    time_zone: leftOut,
    emails,
  },
  display_name: { display_name: shortened(256), since: passed, until: passed },
  game_link: { since: passed, linked_by: leftOut, until: lifted, unlinked_by: leftOut },
  oauth_client: { display_name: shortened(256), public: flag, pkce: leftOut, created_at: passedOrLeftOut },
  thread: {
    title: shortened(512, (id) => `Thread ${id}`),
    author: leftOut,
    key: leftOut,
    created_at: passed,
    ...eachMark(flag),
    is_deleted: flag,
  },
  post: { created_at: passed, votes, ...content },
  edit: { number: integer, time: passed, as_role: flag, ...content },
  ban: imposed,
  group: { display_name: shortened(128, (id) => `Group ${id}`), key: leftOut },
  group_member: { since: passedOrLeftOut },
  role: { since: passed, granted_by: leftOut },
  sanction: { ...imposed, internal_note: text },
}

/** The ids of a line. */
const IDS = [
  'id',
  'author',
  'thread',
  'section',
  'group',
  'parent',
  'post',
  'user',
  'created_by',
  'lifted_by',
  'granted_by',
  'linked_by',
  'unlinked_by',
  'account',
  'old_id',
] as const

/** What databases print otherwise than it is meant, in place: ids that are numbers, and null for a field that is not there. */
export function unprint(type: LineType, line: Record<string, unknown>): void {
  for (const name of IDS) {
    const value = line[name]
    if (typeof value === 'number' && Number.isSafeInteger(value)) line[name] = String(value)
  }
  const required: readonly string[] = kinds[type].required ?? []
  for (const [name, value] of Object.entries(line))
    if (value === null && !required.includes(name)) delete line[name]
}

/** Mends a field of a line in place; false if the line needs it as it should be. */
export function mend(type: LineType, line: Record<string, unknown>, field: string, now: number): boolean {
  const mends = MENDS[type]
  if (!mends || !Object.hasOwn(mends, field)) return false
  const mended = mends[field]!(line[field], line, now)
  if (mended === undefined) delete line[field]
  else line[field] = mended
  return true
}

export function isPast(time: string | null | undefined, now: number): boolean {
  if (time === undefined || time === null) return true
  const ms = Date.parse(time)
  return ms >= 0 && ms <= now + TOLERANCE_MS
}
