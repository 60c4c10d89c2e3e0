import { newId } from '@agora/shared/contracts/ids'
import { type RunInTransaction, sql, type Transaction } from '@agora/shared/database/sql'
import { addresses, type ConfiguredApp, initialApp, initialChannel, stillDefault } from '../configured.ts'
import { retirement } from '../retirement.ts'
import type { App, Channel } from '../store.ts'

type StoredChannel = Pick<
  Channel,
  'id' | 'key' | 'mainLocale' | 'description' | 'descriptionI18n' | 'coverImage' | 'retiredAt'
>
type StoredApp = Pick<App, 'id' | 'displayName' | 'retiredAt'> & { channels: StoredChannel[] }

/**
 * Brings the stored apps in line with the startup configuration, by the contract's rules under App and Channel: what
 * only the configuration sets is written at every start, presentation until somebody edits it, everything else on
 * creation. Replicas that start together take turns, and wait for an edit in progress.
 */
export async function applyConfiguration(
  transaction: RunInTransaction,
  configured: readonly ConfiguredApp[],
): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('apps configuration'))`)
    await tx.query(sql`SELECT id FROM app ORDER BY id FOR UPDATE`)
    const now = new Date()
    for (const app of configured) await applyApp(tx, app, now)
  })
}

async function readApp(tx: Transaction, key: string): Promise<StoredApp | undefined> {
  const app = await tx.maybeOne<Omit<StoredApp, 'channels'>>(sql`
    SELECT id, display_name AS "displayName", retired_at AS "retiredAt" FROM app WHERE key = ${key}`)
  if (!app) return undefined
  const channels = await tx.all<StoredChannel>(sql`
    SELECT id, key, main_locale AS "mainLocale", description, description_i18n AS "descriptionI18n",
      cover_image AS "coverImage", retired_at AS "retiredAt"
    FROM channel WHERE app_id = ${app.id} ORDER BY rank`)
  return { ...app, channels }
}

async function applyApp(tx: Transaction, configured: ConfiguredApp, now: Date): Promise<void> {
  const { key, display_name, sections } = configured
  const stored = await readApp(tx, key)
  const retired = retirement(configured, stored, now)
  if (stored) {
    await tx.query(sql`
      UPDATE app SET display_name = ${display_name}, sections = ${sections}, retired_at = ${retired.app}
      WHERE id = ${stored.id}`)
    await applyChannels(tx, configured, stored, retired.channels, now)
    return
  }
  const id = newId()
  const { kind, displayName, mainLocale, displayNameI18n } = initialApp(configured)
  await tx.query(sql`
    INSERT INTO app (id, key, kind, display_name, main_locale, display_name_i18n, sections, created_at, retired_at)
    VALUES (${id}, ${key}, ${kind}, ${displayName}, ${mainLocale}, ${displayNameI18n}, ${sections}, ${now},
      ${retired.app})`)
  await applyChannels(tx, configured, { id, displayName, channels: [] }, retired.channels, now)
}

async function applyChannels(
  tx: Transaction,
  configured: ConfiguredApp,
  app: Pick<StoredApp, 'id' | 'displayName' | 'channels'>,
  retired: ReadonlyMap<string, Date | null>,
  now: Date,
): Promise<void> {
  const storedByKey = new Map(app.channels.map((channel) => [channel.key, channel]))
  for (const [rank, channel] of configured.channels.entries()) {
    const stored = storedByKey.get(channel.key)
    storedByKey.delete(channel.key)
    const retiredAt = retired.get(channel.key) ?? null
    if (stored) {
      const { baseUri, homeUri, eventStreamCallbackUri } = addresses(channel)
      const { description, descriptionI18n, coverImage } = {
        ...stored,
        ...stillDefault(configured, stored, app.displayName),
      }
      await tx.query(sql`
        UPDATE channel SET rank = ${rank}, retired_at = ${retiredAt}, base_uri = ${baseUri}, home_uri = ${homeUri},
          event_stream_callback_uri = ${eventStreamCallbackUri}, events = ${channel.events}, description = ${description},
          description_i18n = ${descriptionI18n}, cover_image = ${coverImage}
        WHERE id = ${stored.id}`)
    } else {
      const initial = initialChannel(configured, channel)
      await insertChannel(tx, {
        ...initial,
        events: channel.events,
        appId: app.id,
        rank,
        createdAt: now,
        retiredAt,
      })
    }
  }
  // Channels that the configuration no longer names come last.
  for (const [position, { id, key }] of [...storedByKey.values()].entries()) {
    const rank = configured.channels.length + position
    await tx.query(sql`
      UPDATE channel SET rank = ${rank}, retired_at = ${retired.get(key) ?? null} WHERE id = ${id}`)
  }
}

async function insertChannel(
  tx: Transaction,
  channel: Omit<Channel, 'id'> & { events: readonly string[]; appId: string; rank: number },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO channel (id, app_id, key, rank, main_locale, description, description_i18n, base_uri, home_uri, user_uri,
      rating, status, visibility, is_official, event_stream_callback_uri, events, cover_image, cover_color, created_at, retired_at)
    VALUES (${newId()}, ${channel.appId}, ${channel.key}, ${channel.rank}, ${channel.mainLocale},
      ${channel.description}, ${channel.descriptionI18n}, ${channel.baseUri}, ${channel.homeUri}, ${channel.userUri},
      ${channel.rating}, ${channel.status}, ${channel.visibility}, ${channel.isOfficial},
      ${channel.eventStreamCallbackUri}, ${channel.events}, ${channel.coverImage}, ${channel.coverColor}, ${channel.createdAt},
      ${channel.retiredAt})`)
}
