import type { Variables } from './fill.ts'
import { type Clock, momentIn, zoneIn } from './language.ts'
import { type Letter, type Source, writeLetter } from './letter.ts'

const TIMES: ReadonlySet<string> = new Set(['time', 'until'])
/** A gateway before this one sends a time as it is to be shown. */
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A letter that tells the times among its variables in the reader's language, and at its end in which zone they are. */
export function writeTimedLetter(source: Source, variables: Variables, clock: Clock): Letter {
  const { language } = clock
  const times = Object.entries(variables).filter(([name, value]) => TIMES.has(name) && ISO.test(value))
  if (times.length === 0) return writeLetter(source, variables, language)
  const told = Object.fromEntries(times.map(([name, time]) => [name, momentIn(clock, time)]))
  const footer = source.footer === undefined ? zoneIn(clock) : `${source.footer}\n\n${zoneIn(clock)}`
  return writeLetter({ ...source, footer }, { ...variables, ...told }, language)
}
