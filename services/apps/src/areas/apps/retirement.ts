import type { ConfiguredApp } from './configured.ts'

interface StoredPeriods {
  retiredAt: Date | null
  channels: readonly { key: string; retiredAt: Date | null }[]
}

interface Retirement {
  app: Date | null
  /** Every channel, configured or only stored. */
  channels: Map<string, Date | null>
}

const sameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/**
 * When the app and its channels were retired, by the current configuration: through their `retired` key, and an app
 * also with its last channel. Retiring an app closes its channels at the same time, which distinguishes them from those
 * closed earlier; reinstating the app reopens them. What the configuration no longer names is unchanged, except that it
 * retires with its app.
 */
export function retirement(
  configured: ConfiguredApp,
  stored: StoredPeriods | undefined,
  now: Date,
): Retirement {
  const closedBefore = new Map(stored?.channels.map(({ key, retiredAt }) => [key, retiredAt]))
  const retiredByKey = new Map(configured.channels.map(({ key, retired }) => [key, retired]))
  const appClosedBefore = stored?.retiredAt ?? null
  for (const [key, closed] of closedBefore) {
    if (!retiredByKey.has(key)) retiredByKey.set(key, closed !== null && !sameTime(closed, appClosedBefore))
  }
  const isRetired = configured.retired || [...retiredByKey.values()].every((retired) => retired)
  const app = isRetired ? (appClosedBefore ?? now) : null
  const channels = [...retiredByKey].map(([key, retired]): [string, Date | null] => [
    key,
    retired ? (closedBefore.get(key) ?? now) : app,
  ])
  return { app, channels: new Map(channels) }
}
