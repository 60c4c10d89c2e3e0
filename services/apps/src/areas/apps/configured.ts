import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { App, Channel } from './store.ts'
import { translationsBeside } from './translations.ts'

export type ConfiguredApp = AgoraConfig['apps'][number]
export type ConfiguredChannel = ConfiguredApp['channels'][number]

/** The language of the configuration's texts. */
const CONFIGURED_LOCALE = 'en-US'

/** An app's initial values; everything but the name may be edited later. */
export function initialApp(app: ConfiguredApp) {
  return {
    key: app.key,
    kind: app.kind,
    displayName: app.display_name,
    mainLocale: CONFIGURED_LOCALE,
    displayNameI18n: {},
  } satisfies Partial<App>
}

/**
 * A channel's initial values; everything but the addresses may be edited later. The texts and the cover are the app's.
 */
export function initialChannel(app: ConfiguredApp, channel: ConfiguredChannel) {
  return {
    key: channel.key,
    mainLocale: CONFIGURED_LOCALE,
    description: configuredDescription(app),
    descriptionI18n: translationsBeside(CONFIGURED_LOCALE, app.description_i18n ?? {}),
    ...addresses(channel),
    userUri: channel.user_uri ?? null,
    rating: channel.rating,
    status: channel.status,
    visibility: channel.visibility,
    isOfficial: channel.is_official,
    coverImage: app.cover_image ?? null,
    coverColor: null,
  } satisfies Partial<Channel>
}

const configuredDescription = (app: ConfiguredApp) => app.description ?? app.display_name

/** The fields that only the configuration sets, at every start. */
export const addresses = (channel: ConfiguredChannel) => ({
  baseUri: channel.base_uri,
  homeUri: channel.home_uri,
  eventStreamCallbackUri: channel.event_stream_callback_uri ?? null,
})

/**
 * The presentation that the configuration may still overwrite: each field separately, as long as nobody has edited it.
 * `displayName` is the stored name of the app before this start.
 */
export function stillDefault(
  app: ConfiguredApp,
  stored: Pick<Channel, 'mainLocale' | 'description' | 'descriptionI18n' | 'coverImage'>,
  displayName: string,
): Partial<Pick<Channel, 'description' | 'descriptionI18n' | 'coverImage'>> {
  const { description_i18n, cover_image } = app
  return {
    ...(stored.description === displayName &&
      stored.mainLocale === CONFIGURED_LOCALE && { description: configuredDescription(app) }),
    ...(Object.keys(stored.descriptionI18n).length === 0 &&
      description_i18n && { descriptionI18n: translationsBeside(stored.mainLocale, description_i18n) }),
    ...(stored.coverImage === null && cover_image !== undefined && { coverImage: cover_image }),
  }
}

/** Keys of channels, as `app.channel`, that get no deliveries for lack of TLS. */
export const receiversWithoutTls = ({ apps, delivery }: AgoraConfig): string[] =>
  apps.flatMap((app) =>
    app.channels
      .filter(
        ({ event_stream_callback_uri: uri }) =>
          uri && !delivery.allow_private_receivers && !uri.startsWith('https:'),
      )
      .map(({ key }) => `${app.key}.${key}`),
  )
