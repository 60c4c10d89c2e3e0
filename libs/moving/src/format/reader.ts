import { ajv } from '@agora/shared/http/validation'
import { kinds, type Line, type LineType, VERSION } from './lines.ts'
import { isPast, mend, unprint } from './mending.ts'

const schemas = new Map(Object.entries(kinds))

const PAST_TIMES = ['created_at', 'time', 'since', 'until', 'lifted_at'] as const
const TIMES = [...PAST_TIMES, 'expires_at'] as const
type Times = Partial<Record<(typeof TIMES)[number], string | null>>

/** A line, and which of its fields were not taken as they were. */
export interface ReadLine {
  line: Line
  notes: string[]
}

/** A parsed line, or why it is invalid. A fault in a field that the line can do without costs only that. */
export function readLine(text: string, now: number = Date.now()): ReadLine | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object'
  const { type } = value as { type?: unknown }
  if (typeof type !== 'string' || !schemas.has(type))
    return `\`type\` must be one of ${Object.keys(kinds).join(', ')}`
  unprint(type as LineType, value as Record<string, unknown>)
  const notes = new Map<string, string>()
  for (let fault = faultOf(value, now); fault; fault = faultOf(value, now)) {
    const { field, reason } = fault
    if (notes.has(field) || !mend(type as LineType, value as Record<string, unknown>, field, now))
      return reason
    notes.set(field, `${reason}: adapted or left out`)
  }
  const line = value as Line
  for (const part of partsOf(line)) writeTimes(part)
  if (line.type === 'forum' && line.version !== VERSION) return `unsupported version ${line.version}`
  return { line, notes: [...notes.values()] }
}

/** The first fault of a line, and the field that has it. */
function faultOf(value: object, now: number): { field: string; reason: string } | undefined {
  if (!ajv.validate(schemas.get((value as Line).type)!, value)) {
    const error = ajv.errors?.[0]
    return { field: fieldOf(error), reason: reasonOf(error) }
  }
  const line = value as Line
  for (const name of PAST_TIMES) {
    const part = partsOf(line).find((one) => !isPast(one[name], now))
    if (part)
      return {
        field: part === line ? name : 'emails',
        reason: `\`${name}\` is in the future or before 1970`,
      }
  }
  return undefined
}

/** What of a line has times. */
const partsOf = (line: Line): Times[] => [line as Times, ...((line.type === 'user' && line.emails) || [])]

/** As Postgres reads each of them: RFC 3339 has offsets and digits that it refuses. */
function writeTimes(part: Times): void {
  for (const name of TIMES) {
    const time = part[name]
    if (typeof time === 'string') part[name] = new Date(time).toISOString()
  }
}

type Fault = NonNullable<typeof ajv.errors>[number]

const fieldOf = (error: Fault | undefined): string =>
  error?.instancePath.split('/')[1] ??
  String(error?.keyword === 'required' ? error.params.missingProperty : '')

function reasonOf(error: Fault | undefined): string {
  const name = error?.instancePath.slice(1).replaceAll('/', '.')
  if (error?.keyword === 'required')
    return `\`${name ? `${name}.` : ''}${error.params.missingProperty}\` is missing`
  return `\`${name}\` ${error?.message ?? 'is not valid'}`
}
