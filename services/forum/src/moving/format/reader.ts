import { ajv } from '@agora/shared/http/validation'
import { kinds, type Line, VERSION } from './lines.ts'

const schemas = new Map(Object.entries(kinds))

/** How much a clock may be off, in milliseconds. */
const TOLERANCE_MS = 60_000
const PAST_TIMES = ['created_at', 'time', 'since', 'lifted_at'] as const
const TIMES = [...PAST_TIMES, 'expires_at'] as const
type Times = Partial<Record<(typeof TIMES)[number], string | null>>

/** A parsed line, or why it is invalid. */
export function readLine(text: string, now: number = Date.now()): Line | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object'
  const { type } = value as { type?: unknown }
  const schema = typeof type === 'string' ? schemas.get(type) : undefined
  if (!schema) return `\`type\` must be one of ${Object.keys(kinds).join(', ')}`
  if (!ajv.validate(schema, value)) return reasonOf(ajv.errors?.[0])
  const line = value as Line
  const parts: Times[] = [line as Times, ...((line.type === 'user' && line.emails) || [])]
  const odd = PAST_TIMES.find((name) => parts.some((part) => !isPast(part[name], now)))
  if (odd) return `\`${odd}\` is in the future or before 1970`
  parts.forEach(writeTimes)
  if (line.type === 'forum' && line.version !== VERSION) return `unsupported version ${line.version}`
  return line
}

function isPast(time: string | null | undefined, now: number): boolean {
  if (time === undefined || time === null) return true
  const ms = Date.parse(time)
  return ms >= 0 && ms <= now + TOLERANCE_MS
}

/** As Postgres reads each of them: RFC 3339 has offsets and digits that it refuses. */
function writeTimes(part: Times): void {
  for (const name of TIMES) {
    const time = part[name]
    if (typeof time === 'string') part[name] = new Date(time).toISOString()
  }
}

type Fault = NonNullable<typeof ajv.errors>[number]

function reasonOf(error: Fault | undefined): string {
  if (error?.keyword === 'required') return `\`${error.params.missingProperty}\` is missing`
  const name = error?.instancePath.slice(1).replaceAll('/', '.')
  return `\`${name}\` ${error?.message ?? 'is not valid'}`
}
