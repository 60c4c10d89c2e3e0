import { expect, test, vi } from 'vitest'
import { zoneOf } from '../src/http/zones.ts'
import { timeInWords } from '../src/words/times.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const wordsOf = (time: number, now = NOW, locale: 'en' | 'fr' = 'en') =>
  timeInWords({ locale, zone: 'UTC', now }, new Date(time).toISOString())

test.each([
  [0, 'now', 'maintenant'],
  [-MINUTE + 1, 'now', 'maintenant'],
  [MINUTE - 1, 'now', 'maintenant'],
  [-MINUTE, '1 minute ago', 'il y a 1 minute'],
  [-HOUR + 1, '59 minutes ago', 'il y a 59 minutes'],
  [-DAY, 'yesterday', 'hier'],
  [2 * HOUR, 'in 2 hours', 'dans 2 heures'],
  [-21 * DAY, '21 days ago', 'il y a 21 jours'],
  [-21 * DAY - 1, '8 Feb 2026', '8 févr. 2026'],
  [21 * DAY + 1, '22 Mar 2026', '22 mars 2026'],
])('%i ms from now is %s, %s', (away, english, french) => {
  expect(wordsOf(NOW + away).words).toBe(english)
  expect(wordsOf(NOW + away, NOW, 'fr').words).toBe(french)
})

test('a relative time is right until the moment that it states, and changes then', () => {
  const aways = [1, MINUTE, HOUR, DAY, 20 * DAY, 21 * DAY, 22 * DAY, 40 * DAY].flatMap((away) =>
    [-1, 0, 1, 777, 31_111].flatMap((more) => [away + more, -away - more]),
  )
  for (const away of aways) {
    const { words, until } = wordsOf(NOW + away)
    expect(until, words).toBeGreaterThan(NOW)
    if (until === Number.POSITIVE_INFINITY) {
      expect(wordsOf(NOW + away, NOW + 1_000 * DAY).words).toBe(words)
      continue
    }
    expect(wordsOf(NOW + away, until - 1).words, `${away} just before`).toBe(words)
    expect(wordsOf(NOW + away, until).words, `${away} from then on`).not.toBe(words)
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
