import { expect, test, vi } from 'vitest'
import { zoneOf } from '../src/http/zones.ts'
import { timeInWords } from '../src/words/times.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const wordsOf = (time: number, now = NOW, locale: 'en' | 'fr' = 'en', zone = 'UTC') =>
  timeInWords({ locale, zone, now }, new Date(time).toISOString())

test.each([
  [0, 'now', 'maintenant'],
  [-MINUTE + 1, 'now', 'maintenant'],
  [MINUTE - 1, 'now', 'maintenant'],
  [-MINUTE, '1 minute ago', 'il y a 1 minute'],
  [-HOUR + 1, '59 minutes ago', 'il y a 59 minutes'],
  [-DAY, 'yesterday', 'hier'],
  [2 * HOUR, 'in 2 hours', 'dans 2 heures'],
  [-13 * HOUR, 'yesterday', 'hier'],
  [-36 * HOUR, 'yesterday', 'hier'],
  [-36 * HOUR - 1, '2 days ago', 'avant-hier'],
  [12 * HOUR, 'tomorrow', 'demain'],
  [36 * HOUR - 1, 'tomorrow', 'demain'],
  [36 * HOUR, 'in 2 days', 'après-demain'],
  [-21 * DAY, '21 days ago', 'il y a 21 jours'],
  [-21.5 * DAY - 1, '7 Feb 2026', '7 févr. 2026'],
  [21.5 * DAY, '23 Mar 2026', '23 mars 2026'],
])('%i ms from now is %s, %s', (away, english, french) => {
  expect(wordsOf(NOW + away).words).toBe(english)
  expect(wordsOf(NOW + away, NOW, 'fr').words).toBe(french)
})

test.each([
  // Yesterday is the day before in the reader's zone, however many hours ago it was.
  ['UTC', '2026-03-02T00:30:00Z', '2026-02-28T23:30:00Z', '2 days ago', 'avant-hier'],
  ['UTC', '2026-03-02T10:00:00Z', '2026-02-28T11:00:00Z', '2 days ago', 'avant-hier'],
  ['UTC', '2026-03-02T23:30:00Z', '2026-03-01T00:30:00Z', 'yesterday', 'hier'],
  ['UTC', '2026-03-02T23:30:00Z', '2026-03-02T00:30:00Z', '23 hours ago', 'il y a 23 heures'],
  ['UTC', '2026-03-02T08:00:00Z', '2026-03-01T22:00:00Z', 'yesterday', 'hier'],
  ['Asia/Tokyo', '2026-03-02T15:30:00Z', '2026-03-02T14:30:00Z', '1 hour ago', 'il y a 1 heure'],
  ['Asia/Tokyo', '2026-03-03T01:00:00Z', '2026-03-02T14:30:00Z', 'yesterday', 'hier'],
  ['America/Los_Angeles', '2026-03-03T01:00:00Z', '2026-03-02T14:30:00Z', '10 hours ago', 'il y a 10 heures'],
  ['Pacific/Kiritimati', '2026-03-02T10:00:00Z', '2026-03-02T03:00:00Z', 'yesterday', 'hier'],
  // Clocks go forward on 29 March and back on 25 October: those days have 23 and 25 hours.
  ['Europe/Paris', '2026-03-29T22:30:00Z', '2026-03-28T22:30:00Z', '2 days ago', 'avant-hier'],
  ['Europe/Paris', '2026-03-29T21:30:00Z', '2026-03-28T22:30:00Z', 'yesterday', 'hier'],
  ['Europe/Paris', '2026-10-25T22:30:00Z', '2026-10-24T22:30:00Z', '24 hours ago', 'il y a 24 heures'],
  ['Europe/Paris', '2026-10-25T23:30:00Z', '2026-10-24T21:30:00Z', '2 days ago', 'avant-hier'],
  // Midnight itself is skipped here on that day.
  ['America/Santiago', '2026-09-06T15:00:00Z', '2026-09-06T03:30:00Z', 'yesterday', 'hier'],
])('in %s at %s, %s is %s, %s', (zone, now, time, english, french) => {
  const [at, from] = [Date.parse(time), Date.parse(now)]
  expect(wordsOf(at, from, 'en', zone).words).toBe(english)
  expect(wordsOf(at, from, 'fr', zone).words).toBe(french)
})

test('a relative time is right until the moment that it states, and changes then', () => {
  const aways = [1, MINUTE, HOUR, DAY, 20 * DAY, 21 * DAY, 22 * DAY, 40 * DAY].flatMap((away) =>
    [-1, 0, 1, 777, 31_111].flatMap((more) => [away + more, -away - more]),
  )
  const cases = ['UTC', 'Asia/Kolkata', 'Europe/Paris', 'America/Santiago', 'Pacific/Apia'].flatMap((zone) =>
    // The clocks of some change soon after, or have just changed.
    [NOW, Date.parse('2026-03-29T00:59:00Z'), Date.parse('2026-09-06T03:59:59Z')].flatMap((now) =>
      aways.map((away) => ({ zone, now, away })),
    ),
  )
  for (const { zone, now, away } of cases) {
    const read = (when: number) => wordsOf(now + away, when, 'en', zone)
    const { words, until } = read(now)
    const name = `${zone} ${new Date(now).toISOString()} ${away}`
    expect(until, name).toBeGreaterThan(now)
    if (until === Number.POSITIVE_INFINITY) {
      expect(read(now + 1_000 * DAY).words, name).toBe(words)
      continue
    }
    expect(read(until - 1).words, `${name} just before`).toBe(words)
    expect(read(until).words, `${name} from then on`).not.toBe(words)
  }
})

test('a zone in use is known by one name, and stays so however many others are invented', () => {
  // Asked of each zone that is not remembered.
  const made = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  try {
    expect(['eUrOpe/pAris', 'Europe/Paris', 'Europe/Paris\n', 'x'.repeat(65), ''].map(zoneOf)).toEqual([
      'Europe/Paris',
      'Europe/Paris',
      undefined,
      undefined,
      undefined,
    ])
    for (let index = 0; index < 3_000; index++) {
      expect(zoneOf(`Invented/Zone_${index}`)).toBeUndefined()
      if (index % 500 === 0) expect(zoneOf('Europe/Paris')).toBe('Europe/Paris')
    }
    made.mockClear()
    expect(zoneOf('Europe/Paris')).toBe('Europe/Paris')
    expect(made).not.toHaveBeenCalled()
    expect(zoneOf('Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(zoneOf('Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(made).toHaveBeenCalledTimes(1)
  } finally {
    made.mockRestore()
  }
})
