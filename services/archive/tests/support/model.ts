import type { Contents } from './database.ts'

/** An observation as a line has it. */
export interface Line {
  type: string
  server?: string
  site_id?: number
  id: string
  retrieved_at: string
  [field: string]: unknown
}

/** The order of the bits, repeated here: it is stored and must never change. */
export const fieldOrder: Record<string, string[]> = {
  GameAUser: ['username', 'coins', 'creatures', 'inventory', 'collection'],
  GameACreature: [
    ...[
      'name',
      'owner',
      'location',
      'race',
      'skin',
      'life',
      'level',
      'experience',
      'danger',
      'in_tournament',
    ],
    ...['elements', 'skills'],
  ],
  GameBUser: ['username', 'profile', 'inventory'],
  GameCUser: ['display_name', 'links'],
  GameCScores: ['scores'],
  GameCRewards: ['stats', 'rewards'],
}

interface Run {
  start: number
  last: number
  text: string | null
}

type Samples = Map<number, string | null>
interface Link {
  site: { id: number; host: string }
  user: { id: number }
}

/**
 * What the tables must hold, computed the slow way: for each field everything ever seen at each instant, and the runs
 * of equal values. Values must be canonical.
 */
export function expectedContents(lines: readonly Line[]): Contents {
  const contents: Contents = { records: [], observations: [] }
  const keys = [...new Set(lines.map(keyText))].sort()
  for (const key of keys) {
    const own = lines.filter((line) => keyText(line) === key)
    const name: string[] = JSON.parse(key)
    const times = own.map(timeOf).sort((a, b) => a - b)
    const latest: string[] = []
    const changes = new Map<number, string[]>()
    for (const [field, samples] of [...samplesOf(own)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const runs = runsOf(samples)
      const index = runs.findLastIndex(({ text }) => text !== null)
      const present = runs[index]!
      const end = runs[index + 1]?.start ?? null
      latest.push(`"${field}":[${present.start},${end},${present.last},${present.text}]`)
      for (const { start, text } of runs)
        changes.set(start, [...(changes.get(start) ?? []), `"${field}":${text}`])
    }
    contents.records.push([...name, new Date(times[0]!), new Date(times.at(-1)!), `{${latest.join()}}`])
    for (const at of new Set(times)) {
      const seen = own.filter((line) => timeOf(line) === at).flatMap(Object.keys)
      const bits = fieldOrder[own[0]!.type]!.map((field, bit) => (seen.includes(field) ? 2 ** bit : 0))
      const changed = changes.get(at)
      contents.observations.push([
        ...[...name, new Date(at), bits.reduce((sum, bit) => sum + bit, 0)],
        changed ? `{${changed.join()}}` : null,
      ])
    }
  }
  return contents
}

const timeOf = (line: Line) => Date.parse(line.retrieved_at)
const keyText = ({ type, server, site_id, id }: Line) =>
  JSON.stringify([type, server ?? (site_id === undefined ? '' : String(site_id)), id])

function samplesOf(lines: readonly Line[]): Map<string, Samples> {
  const samples = new Map<string, Samples>()
  const put = (field: string, at: number, text: string | null) => {
    const known = samples.get(field) ?? new Map<number, string | null>()
    samples.set(field, known)
    const before = known.get(at)
    if (before === undefined || before === null || (text !== null && text > before)) known.set(at, text)
  }
  const sites = lines.flatMap((line) => ((line.links ?? []) as Link[]).map(({ site }) => site.id))
  for (const line of lines) {
    const at = timeOf(line)
    for (const field of fieldOrder[line.type]!) {
      if (!(field in line)) continue
      if (field !== 'links') {
        put(field, at, JSON.stringify(line[field]))
        continue
      }
      put('links', at, 'true')
      for (const id of sites) {
        const link = (line.links as Link[]).find(({ site }) => site.id === id)
        put(`links.${id}.user`, at, link ? JSON.stringify({ id: link.user.id }) : null)
        put(`links.${id}.host`, at, link ? JSON.stringify(link.site.host) : null)
      }
    }
  }
  return samples
}

function runsOf(samples: Samples): Run[] {
  const runs: Run[] = []
  for (const [at, text] of [...samples].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    if (last?.text === text) last.last = at
    else if (last || text !== null) runs.push({ start: at, last: at, text })
  }
  return runs
}
