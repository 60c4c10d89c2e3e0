import { ajv } from '@agora/shared/http/validation'
import { withoutControls } from '../bodies/escape.ts'
import { AccountEmail, type LineType, LONGEST_BODY } from './lines.ts'

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

/** A time that has passed: the nearest one. */
const passed: Mend = (value, _line, now) => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), now)).toISOString()
}

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

/**
 * The fields whose faults cost no more than themselves. Without the others a line means nothing, or something else: a ban
 * without its end would last for ever.
 */
const MENDS: Partial<Record<LineType, Readonly<Record<string, Mend>>>> = {
  section: {
    display_name: shortened(128, (id) => `Section ${id}`),
    key: leftOut,
    locale: leftOut,
    parent: leftOut,
    order: leftOut,
    created_at: leftOut,
  },
  user: {
    username: (value, line, now) =>
      value === null ? undefined : shortened(256, (id) => `member_${id}`)(value, line, now),
    display_name: shortened(256),
    created_at: leftOut,
    password_hash: leftOut,
    emails,
  },
  thread: {
    title: shortened(512, (id) => `Thread ${id}`),
    author: leftOut,
    key: leftOut,
    created_at: passed,
    is_pinned: leftOut,
    is_locked: leftOut,
    is_deleted: leftOut,
  },
  post: { created_at: passed, votes: leftOut, ...content },
  edit: { time: passed, as_role: leftOut, ...content },
  ban: { reason: shortened(65_536, () => '') },
  sanction: { reason: shortened(65_536, () => ''), internal_note: text },
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
