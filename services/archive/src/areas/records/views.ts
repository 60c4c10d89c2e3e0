import type { LatestJson } from '../../observations/stored-json.ts'
import type { GameCScores } from './schemas.ts'

export const iso = (ms: number) => new Date(ms).toISOString()

/** A field's snapshot, null if it was never archived. */
function snapshotOf(latest: LatestJson, field: string) {
  const period = latest[field]
  if (!period) return null
  const [start, end, retrieved, value] = period
  return {
    latest: {
      period: { start: iso(start), end: end === null ? null : iso(end) },
      retrieved: { latest: iso(retrieved) },
      value,
    },
  }
}

/** The snapshots of these fields, by name. */
export function snapshotsOf<Field extends string>(latest: LatestJson, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, snapshotOf(latest, field)])) as Record<
    Field,
    ReturnType<typeof snapshotOf>
  >
}

/** A field's last value, for fields that the contract shows without their periods. */
export function latestValue(latest: LatestJson, field: string): unknown {
  return latest[field]?.[3]
}

const USER = /^links\.(\d+)\.user$/

/** The accounts on game C's sites, by site; null if they were never archived. */
export function siteLinksOf(latest: LatestJson) {
  if (!latest.links) return null
  return Object.keys(latest)
    .flatMap((field) => USER.exec(field)?.[1] ?? [])
    .sort((one, other) => Number(one) - Number(other))
    .map((site) => ({
      site: { type: 'GameCSite', id: Number(site), host: latestValue(latest, `links.${site}.host`) },
      user: snapshotOf(latest, `links.${site}.user`),
    }))
}

/** A field's value as the routes show it: sites get their type. */
export function valueView(field: string, value: unknown): unknown {
  if (field !== 'links' && field !== 'scores') return value
  const entries = value as { site: object }[]
  return entries.map((entry) => ({ ...entry, site: { type: 'GameCSite', ...entry.site } }))
}

/** The last score entries; empty if none were ever seen. */
export function scoresOf(latest: LatestJson): GameCScores {
  const scores = (latestValue(latest, 'scores') ?? []) as GameCScores
  return scores.map(({ site, points }) => ({ site: { ...site, type: 'GameCSite' }, points }))
}
