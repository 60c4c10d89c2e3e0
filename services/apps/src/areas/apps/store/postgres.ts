import type { Database } from '@agora/shared/database/database'
import { prepared, type Queries, type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import type { App, AppChange, AppStore, Channel } from '../store.ts'

/** JSON has no times: the channels' come as text. */
type ChannelRow = Omit<Channel, 'createdAt' | 'retiredAt'> & { createdAt: string; retiredAt: string | null }
type AppRow = Omit<App, 'channels'> & { channels: [ChannelRow, ...ChannelRow[]] }

/** One statement, so that no reader sees half of an edit and a listing costs one round trip. */
const apps = sql`
  SELECT app.id::text AS id, app.key, app.kind, app.display_name AS "displayName", app.main_locale AS "mainLocale",
    app.display_name_i18n AS "displayNameI18n", app.created_at AS "createdAt", app.retired_at AS "retiredAt",
    ARRAY(SELECT user_id::text FROM app_owner WHERE app_id = app.id ORDER BY rank) AS owners,
    (
      SELECT json_agg(json_build_object('id', id, 'key', key, 'mainLocale', main_locale, 'description', description,
        'descriptionI18n', description_i18n, 'baseUri', base_uri, 'homeUri', home_uri, 'userUri', user_uri,
        'rating', rating, 'status', status, 'visibility', visibility, 'isOfficial', is_official,
        'eventStreamCallbackUri', event_stream_callback_uri, 'coverImage', cover_image, 'coverColor', cover_color,
        'createdAt', created_at, 'retiredAt', retired_at) ORDER BY rank, id)
      FROM channel
      WHERE app_id = app.id AND (channel.retired_at IS NULL OR channel.retired_at = app.retired_at)
    ) AS channels
  FROM app`

async function readApps(db: Queries, name: string, where: Sql): Promise<App[]> {
  const rows = await db.all<AppRow>(prepared(name, sql`${apps} ${where}`))
  return rows.map(({ channels: [main, ...others], ...app }) => ({
    ...app,
    channels: [toChannel(main), ...others.map(toChannel)],
  }))
}

const toChannel = ({ createdAt, retiredAt, ...channel }: ChannelRow): Channel => ({
  createdAt: new Date(createdAt),
  retiredAt: retiredAt === null ? null : new Date(retiredAt),
  ...channel,
})

const findApp = async (db: Queries, id: string): Promise<App | undefined> =>
  (await readApps(db, 'apps-find', sql`WHERE app.id = ${id}::uuid`))[0]

export function createPostgresStore(db: Database): AppStore {
  return {
    listApps: () =>
      readApps(db, 'apps-list', sql`WHERE app.retired_at IS NULL ORDER BY app.created_at, app.id`),
    findApp: (id) => findApp(db, id),
    editApp: (id, edit) =>
      db.transaction(async (tx) => {
        await tx.query(sql`SELECT FROM app WHERE id = ${id}::uuid FOR UPDATE`)
        const app = await findApp(tx, id)
        const change = edit(app)
        if (app) await writeChange(tx, app, change)
        return (await findApp(tx, id))!
      }),
  }
}

async function writeChange(tx: Transaction, app: App, change: AppChange): Promise<void> {
  const { kind, mainLocale, displayNameI18n } = { ...app, ...change }
  await tx.query(sql`
    UPDATE app SET kind = ${kind}, main_locale = ${mainLocale}, display_name_i18n = ${displayNameI18n}
    WHERE id = ${app.id}::uuid`)
  if (change.owners) await writeOwners(tx, app.id, change.owners)
  const changes = new Map(change.channels.map((channel) => [channel.id, channel]))
  for (const channel of app.channels) {
    const changed = changes.get(channel.id)
    if (changed) await writeChannel(tx, { ...channel, ...changed })
  }
}

async function writeOwners(tx: Transaction, appId: string, owners: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM app_owner WHERE app_id = ${appId}::uuid`)
  await tx.query(sql`
    INSERT INTO app_owner (app_id, user_id, rank)
    SELECT ${appId}::uuid, id, place - 1 FROM unnest(${owners}::uuid[]) WITH ORDINALITY AS owner (id, place)`)
}

async function writeChannel(tx: Transaction, channel: Channel): Promise<void> {
  await tx.query(sql`
    UPDATE channel SET main_locale = ${channel.mainLocale}, description = ${channel.description},
      description_i18n = ${channel.descriptionI18n}, user_uri = ${channel.userUri}, rating = ${channel.rating},
      status = ${channel.status}, visibility = ${channel.visibility}, is_official = ${channel.isOfficial},
      cover_image = ${channel.coverImage}, cover_color = ${channel.coverColor}
    WHERE id = ${channel.id}::uuid`)
}
