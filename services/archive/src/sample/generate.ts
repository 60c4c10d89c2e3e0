import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { type RecordType, scopeOf } from '../observations/types.ts'
import { type Dice, diceFrom, hashOf, randomFrom } from './random.ts'
import { makers, siteIds } from './values.ts'

export interface SampleOptions {
  seed: number
  observations: number
  /** How many accounts of each kind they are spread over. */
  subjects: number
  games: AgoraConfig['games']
  /** The time of the last one, in ms; the first is two years earlier. */
  until?: number
}

/** A round time in the past: the same seed gives the same observations on any day. */
const UNTIL = Date.parse('2025-06-30T00:00:00.000Z')
const SPAN_MS = 2 * 365 * 24 * 60 * 60 * 1000
/** The lowest id: far from any that somebody would try by hand. */
const FIRST_ID = 7_100_001
/** How many creatures an account has, as long as there are some. */
const CREATURES = 2
/** The probability that an optional field was seen. */
const SEEN = 0.8

/** Out of 20. */
const mix: readonly [RecordType, number][] = [
  ['GameAUser', 5],
  ['GameACreature', 5],
  ['GameBUser', 4],
  ['GameCUser', 3],
  ['GameCScores', 1],
  ['GameCRewards', 2],
]
const types = mix.flatMap(([type, share]) => new Array<RecordType>(share).fill(type))

/**
 * Observations in the importer's format, one per line, in order of time; always the same for the same options, in
 * constant memory. Records recur, and a field keeps its value for a while.
 */
export function* sampleLines(options: SampleOptions): Generator<string> {
  const { seed, observations, until = UNTIL } = options
  const dice = diceFrom(randomFrom(seed))
  for (let index = 1; index <= observations; index++) {
    const at = Math.floor(until - SPAN_MS + (SPAN_MS * index) / observations)
    const observation = sampleObservation(options, dice, at)
    if (observation) yield JSON.stringify(observation)
  }
}

const idOf = (index: number) => String(FIRST_ID + index)

/** What an account refers to is observed as well, if there are enough observations. */
const creaturesOf = (account: number, subjects: number): string[] =>
  Array.from({ length: CREATURES }, (_, index) => CREATURES * account + index)
    .filter((index) => index < subjects)
    .map(idOf)

function sampleObservation(
  { seed, subjects, games }: SampleOptions,
  dice: Dice,
  at: number,
): Record<string, unknown> | undefined {
  const type = dice.one(types)
  const scope = scopeOf[type]
  const servers = scope === 'game_a' || scope === 'game_b' ? games[scope].servers : ['']
  if (servers.length === 0) return undefined
  const server = dice.one(servers)
  const index = dice.integer(0, subjects - 1)
  const subject = idOf(index)
  const site = dice.one(siteIds)
  const fields = Object.entries(makers[type]).flatMap(([name, make]) => {
    if (!dice.chance(SEEN)) return []
    // A value lasts for some weeks: how many, and what it is, follows from the record, the field and the time.
    const holds = (1 + (hashOf(seed, type, subject, name) % 26)) * 7 * 24 * 60 * 60 * 1000
    const value = make(
      diceFrom(randomFrom(hashOf(seed, type, server, site, subject, name, Math.floor(at / holds)))),
      {
        server,
        subject,
        creatures: creaturesOf(index, subjects),
        owner: idOf(Math.floor(index / CREATURES)),
      },
    )
    return [[name, value]]
  })
  return {
    type,
    ...(server === '' ? {} : { server }),
    id: subject,
    ...(scope === 'site' ? { site_id: site } : {}),
    retrieved_at: new Date(at).toISOString(),
    ...Object.fromEntries(fields),
  }
}
