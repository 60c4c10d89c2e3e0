import { type Listing, MAX_PAGE } from '@agora/shared/contracts/pagination'
import type { VisibleApp } from './authority.ts'
import type { ChannelView, FullApp, ShortApp } from './schemas.ts'
import type { App, Channel } from './store.ts'
import { translationsBeside } from './translations.ts'

/** The first and only page: no route in this area is paged. */
export const onlyPage = <Item>(items: Item[]): Listing<Item> => ({
  offset: 0,
  limit: MAX_PAGE,
  count: items.length,
  items,
})

const period = ({ createdAt, retiredAt }: Pick<App, 'createdAt' | 'retiredAt'>) => ({
  start: createdAt.toISOString(),
  end: retiredAt?.toISOString() ?? null,
})

function channelView(channel: Channel): ChannelView {
  return {
    id: channel.id,
    key: channel.key,
    period: period(channel),
    main_locale: channel.mainLocale,
    description: channel.description,
    description_i18n: translationsBeside(channel.mainLocale, channel.descriptionI18n),
    base_uri: channel.baseUri,
    home_uri: channel.homeUri,
    user_uri: channel.userUri,
    rating: channel.rating as ChannelView['rating'],
    status: channel.status as ChannelView['status'],
    visibility: channel.visibility as ChannelView['visibility'],
    is_official: channel.isOfficial,
    event_stream_callback_uri: channel.eventStreamCallbackUri,
    cover_image: channel.coverImage === null ? null : { type: 'Asset', name: channel.coverImage },
    cover_color: channel.coverColor,
  }
}

const identity = ({ key, owners }: App) => ({
  key,
  owners: owners.map((id) => ({ type: 'User' as const, id })),
})

const presentation = (app: App) => ({
  kind: app.kind as FullApp['kind'],
  display_name: app.displayName,
  main_locale: app.mainLocale,
  i18n: Object.fromEntries(
    Object.entries(translationsBeside(app.mainLocale, app.displayNameI18n)).map(([locale, name]) => [
      locale,
      { display_name: name },
    ]),
  ),
})

export function shortAppView(app: VisibleApp): ShortApp {
  return {
    id: app.id,
    created_at: app.createdAt.toISOString(),
    deleted_at: app.retiredAt?.toISOString() ?? null,
    ...identity(app),
    channels: onlyPage(app.channels.map(({ key }) => ({ key }))),
    main_channel: channelView(app.channels[0]),
    ...presentation(app),
  }
}

export function fullAppView(app: VisibleApp): FullApp {
  return {
    id: app.id,
    period: period(app),
    ...identity(app),
    channels: onlyPage(app.channels.map(channelView)),
    ...presentation(app),
  }
}
