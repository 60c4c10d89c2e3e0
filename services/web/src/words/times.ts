import { LRUCache } from 'lru-cache'
import type { Locale } from './words.ts'

/** Callers choose languages and zones, so the number of cached pairs is bounded. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatter(locale: Locale, zone: string, style: 'day' | 'moment'): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${style}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'fr-FR', {
    timeZone: zone,
    dateStyle: style === 'day' ? 'medium' : 'full',
    ...(style === 'moment' ? { timeStyle: 'short' as const } : {}),
  })
  formatters.set(key, made)
  return made
}

const relative: Record<Locale, Intl.RelativeTimeFormat> = {
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
  fr: new Intl.RelativeTimeFormat('fr', { numeric: 'auto' }),
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Beyond this a date says more than a number of days. */
const FARTHEST = 21 * DAY

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

export interface Reader {
  readonly locale: Locale
  readonly zone: string
  readonly now: number
}

export interface RelativeTime {
  words: string
  /** When the words are to be replaced, in milliseconds since the epoch. */
  until: number
}

/** "3 hours ago", or the day if that is long ago. */
export function timeInWords({ locale, zone, now }: Reader, time: string): RelativeTime {
  const at = Date.parse(time)
  const away = Math.abs(at - now)
  if (away > FARTHEST) {
    const until = at < now ? Number.POSITIVE_INFINITY : at - FARTHEST
    return { words: dayInWords({ locale, zone }, time), until }
  }
  const [unit, length] = units.find(([, length]) => away >= length) ?? ['second', MINUTE]
  const count = Math.trunc(away / length)
  const isAhead = at > now && count > 0
  return {
    words: relative[locale].format(isAhead ? count : -count, unit),
    until: isAhead ? at - count * length + 1 : at + Math.min((count + 1) * length, FARTHEST + 1),
  }
}

/** Times in words: a page has dozens, most of which the page before had as well. */
const cache = new LRUCache<string, string>({ max: 10_000 })

function cached(key: string, make: () => string): string {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  cache.set(key, made)
  return made
}

/** The day, in the reader's zone. */
export const dayInWords = ({ locale, zone }: Pick<Reader, 'locale' | 'zone'>, time: string): string =>
  cached(`${locale} ${zone} day ${time}`, () => formatter(locale, zone, 'day').format(new Date(time)))

/** The day and minute, in the reader's zone. */
export const momentInWords = ({ locale, zone }: Pick<Reader, 'locale' | 'zone'>, time: string): string =>
  cached(
    `${locale} ${zone} moment ${time}`,
    () => `${formatter(locale, zone, 'moment').format(new Date(time))} (${zone})`,
  )
