import { languages, siteLanguages } from '@agora/shared/http/languages'
import { remembered } from './remembered.ts'
import type { Locale } from './words.ts'

/** Callers choose languages and zones, so the number of formatters is bounded. */
const MAX_FORMATTERS = 500
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const styles = {
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'full', timeStyle: 'short' },
} as const

/** By style, language and zone. */
const formatterOf = remembered(MAX_FORMATTERS, (key) => {
  const [style = '', locale = '', timeZone = ''] = key.split(' ')
  return new Intl.DateTimeFormat(languages[locale as Locale].dates, {
    timeZone,
    ...styles[style as 'day' | 'moment'],
  })
})

/** By zone: dates as 2026-03-01, whatever the language. */
const calendarOf = remembered(
  MAX_FORMATTERS,
  (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/** The number of the day in a zone's calendar. */
const dayOf = (zone: string, time: number): number => Date.parse(calendarOf(zone).format(time)) / DAY

/** By zone and number, when that day begins there: at midnight, or later where the clocks skip it. */
const startOfDay = remembered(10_000, (key) => {
  const [zone = '', number = ''] = key.split(' ')
  const day = Number(number)
  // No zone is a whole day from UTC, so the day begins between these.
  let [before, from] = [(day - 1) * DAY, (day + 1) * DAY]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayOf(zone, middle) < day) before = middle
    else from = middle
  }
  return from
})

/** When a day begins in a zone, of a date as 2026-03-01; undefined for what is no date. */
export function startOfDate(zone: string, date: string, daysLater = 0): number | undefined {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(time) ? undefined : startOfDay(`${zone} ${time / DAY + daysLater}`)
}

const relativeIn = remembered(
  siteLanguages.length,
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
)

/** Beyond so many days a date says more than their number. */
const FARTHEST_DAYS = 21
/** What is less than this away is of the same day or night: it is told in hours, even if the date has changed. */
const SAME_NIGHT = 6 * HOUR

/** How long to wait, rounded up: "in 5 minutes". */
export function waitInWords(locale: Locale, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes <= 90
    ? relativeIn(locale).format(minutes, 'minute')
    : relativeIn(locale).format(Math.ceil(minutes / 60), 'hour')
}

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

/** How far a time is from now, in the largest unit in which people would tell it; negative if it is past. */
interface Distance {
  unit: 'second' | 'minute' | 'hour' | 'day'
  count: number
}

function distanceOf(zone: string, at: number, now: number): Distance {
  const away = Math.abs(at - now)
  const days = away < SAME_NIGHT ? 0 : dayOf(zone, at) - dayOf(zone, now)
  if (days !== 0) return { unit: 'day', count: days }
  const [unit, length] = away < HOUR ? (['minute', MINUTE] as const) : (['hour', HOUR] as const)
  const count = Math.trunc((at - now) / length)
  return count === 0 ? { unit: 'second', count: -0 } : { unit, count }
}

/** The next moment after `now` at which the distance may be another one. */
function nextChange(zone: string, at: number, now: number, { unit, count }: Distance): number {
  const midnight = startOfDay(`${zone} ${dayOf(zone, now) + 1}`)
  if (unit === 'day') {
    const isNear = at - SAME_NIGHT + 1
    return isNear > now ? Math.min(isNear, midnight) : midnight
  }
  const length = unit === 'hour' ? HOUR : MINUTE
  const step = count > 0 ? at - count * length + 1 : at + (1 - count) * length
  return Math.min(step, midnight)
}

/** "3 hours ago", "yesterday" by the calendar of the reader's zone, or the date if that is long ago. */
export function timeInWords({ locale, zone, now }: Reader, time: string): RelativeTime {
  const at = Date.parse(time)
  const inWords = ({ unit, count }: Distance) =>
    unit === 'day' && Math.abs(count) > FARTHEST_DAYS
      ? dayInWords({ locale, zone }, time)
      : relativeIn(locale).format(count, unit)
  const distance = distanceOf(zone, at, now)
  const words = inWords(distance)
  if (distance.unit === 'day' && distance.count < -FARTHEST_DAYS)
    return { words, until: Number.POSITIVE_INFINITY }
  if (distance.unit === 'day' && distance.count > FARTHEST_DAYS)
    return { words, until: startOfDay(`${zone} ${dayOf(zone, at) - FARTHEST_DAYS}`) }
  for (let until = now, current = distance; ; ) {
    until = nextChange(zone, at, until, current)
    current = distanceOf(zone, at, until)
    if (inWords(current) !== words) return { words, until }
  }
}

/** A page has dozens of times, most of which the page before had as well. */
const MAX_TIMES = 10_000

/** By style, language, zone and time. */
const timeIn = remembered(MAX_TIMES, (key) => {
  const at = key.lastIndexOf(' ')
  return formatterOf(key.slice(0, at)).format(new Date(key.slice(at + 1)))
})

/** The day, in the reader's zone. */
export const dayInWords = ({ locale, zone }: Pick<Reader, 'locale' | 'zone'>, time: string): string =>
  timeIn(`day ${locale} ${zone} ${time}`)

/** The day and minute, in the reader's zone. */
export const momentInWords = ({ locale, zone }: Pick<Reader, 'locale' | 'zone'>, time: string): string =>
  `${timeIn(`moment ${locale} ${zone} ${time}`)} (${zone})`
