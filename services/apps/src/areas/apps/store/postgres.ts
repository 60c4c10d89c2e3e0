import type pg from 'pg'
import type { Prisma, PrismaClient } from '../../../generated/prisma/client.ts'
import type { App, AppChange, AppStore, Channel } from '../store.ts'

/** One statement, so that no reader sees half of an edit and a listing costs one round trip. */
const SELECT_APPS = `
  SELECT app.id, app.key, app.kind, app.display_name, app.main_locale, app.display_name_i18n,
    app.created_at, app.retired_at,
    ARRAY(SELECT user_id::text FROM app_owner WHERE app_id = app.id ORDER BY rank) AS owners,
    (
      SELECT json_agg(channel ORDER BY channel.rank, channel.id) FROM channel
      WHERE channel.app_id = app.id
        AND (channel.retired_at IS NULL OR channel.retired_at = app.retired_at)
    ) AS channels
  FROM app`
const LIST = `${SELECT_APPS} WHERE app.retired_at IS NULL ORDER BY app.created_at, app.id`
const FIND = `${SELECT_APPS} WHERE app.id = $1::uuid`

interface ChannelRow {
  id: string
  key: string
  main_locale: string
  description: string
  description_i18n: Record<string, string>
  base_uri: string
  home_uri: string
  user_uri: string | null
  rating: string
  status: string
  visibility: string
  is_official: boolean
  event_stream_callback_uri: string | null
  cover_image: string | null
  cover_color: string | null
  created_at: string
  retired_at: string | null
}

interface AppRow {
  id: string
  key: string | null
  kind: string
  display_name: string
  main_locale: string
  display_name_i18n: Record<string, string>
  created_at: Date
  retired_at: Date | null
  owners: string[]
  channels: [ChannelRow, ...ChannelRow[]]
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    key: row.key,
    mainLocale: row.main_locale,
    description: row.description,
    descriptionI18n: row.description_i18n,
    baseUri: row.base_uri,
    homeUri: row.home_uri,
    userUri: row.user_uri,
    rating: row.rating,
    status: row.status,
    visibility: row.visibility,
    isOfficial: row.is_official,
    eventStreamCallbackUri: row.event_stream_callback_uri,
    coverImage: row.cover_image,
    coverColor: row.cover_color,
    createdAt: new Date(row.created_at),
    retiredAt: row.retired_at === null ? null : new Date(row.retired_at),
  }
}

function toApp({ channels: [main, ...others], ...row }: AppRow): App {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    displayName: row.display_name,
    mainLocale: row.main_locale,
    displayNameI18n: row.display_name_i18n,
    owners: row.owners,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
    channels: [toChannel(main), ...others.map(toChannel)],
  }
}

export function createPostgresStore(prisma: PrismaClient, pool: pg.Pool): AppStore {
  return {
    listApps: async () => {
      const { rows } = await pool.query<AppRow>({ name: 'apps-list', text: LIST })
      return rows.map(toApp)
    },
    findApp: async (id) => {
      const { rows } = await pool.query<AppRow>({ name: 'apps-find', text: FIND, values: [id] })
      return rows[0] && toApp(rows[0])
    },
    editApp: (id, edit) =>
      prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM app WHERE id = ${id}::uuid FOR UPDATE`
        const [found] = await tx.$queryRawUnsafe<AppRow[]>(FIND, id)
        await writeChange(tx, id, edit(found && toApp(found)))
        const [edited] = await tx.$queryRawUnsafe<[AppRow]>(FIND, id)
        return toApp(edited)
      }),
  }
}

async function writeChange(tx: Prisma.TransactionClient, appId: string, change: AppChange): Promise<void> {
  const { owners, channels, ...fields } = change
  await tx.app.update({ where: { id: appId }, data: fields })
  if (owners) {
    await tx.appOwner.deleteMany({ where: { appId } })
    await tx.appOwner.createMany({ data: owners.map((userId, rank) => ({ appId, userId, rank })) })
  }
  for (const { id, ...channel } of channels) {
    await tx.channel.update({ where: { id, appId }, data: channel })
  }
}
