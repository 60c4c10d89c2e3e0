import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { isUserUriTemplate } from '@agora/shared/contracts/user-uri'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { judgeEdit } from '../authority.ts'
import type { ChannelPatch, FullApp, UpdateAppBody } from '../schemas.ts'
import type { App, AppChange, ChannelChange } from '../store.ts'
import { translationsBeside } from '../translations.ts'
import { fullAppView } from '../views.ts'

const LONGEST_URI = 2048

/**
 * Edits an app and some of its channels, all or nothing.
 *
 * @throws ApiError invalidUserUri, repeatedChannel, appNotFound, forbidden, recentSignInRequired, channelNotFound, unknownOwner; 503 if an
 * owner had to be looked up and could not be.
 */
export async function updateApp(
  { store, users }: Context,
  principal: Caller,
  appId: string,
  patch: UpdateAppBody,
): Promise<FullApp> {
  checkChannels(patch.channels ?? [])
  const id = parseUuid(appId)
  if (id === undefined) throw new ApiError(errors.appNotFound)
  // Looked up before the app is locked, since a lock must not wait for another service; validated under the lock.
  const owners = ownersOf(patch)
  const mayNameOwners = principal.kind === 'user' && principal.isAdministrator
  const known = owners && mayNameOwners ? await users.findUsers(owners, principal.traceparent) : undefined
  const app = await store.editApp(id, (current) => {
    const editable = judgeEdit(current, principal, patch)
    const change = changeOf(editable, patch)
    if (!owners) return change
    if (!owners.every((owner) => known?.get(owner)?.isErased === false))
      throw new ApiError(errors.unknownOwner)
    return { ...change, owners }
  })
  return fullAppView(app)
}

/** The checks that do not need the app. */
function checkChannels(channels: readonly ChannelPatch[]): void {
  for (const { user_uri } of channels) {
    if (typeof user_uri === 'string' && (user_uri.length > LONGEST_URI || !isUserUriTemplate(user_uri)))
      throw new ApiError(errors.invalidUserUri)
  }
  if (new Set(channels.map(({ key }) => key)).size < channels.length)
    throw new ApiError(errors.repeatedChannel)
}

/** Without repeats, in the order given. */
const ownersOf = ({ owners }: UpdateAppBody) => owners && [...new Set(owners.map(({ id }) => id))]

function changeOf(app: App, patch: UpdateAppBody): AppChange {
  const { kind, main_locale, display_name_i18n, channels = [] } = patch
  return {
    ...(kind !== undefined && { kind }),
    ...(main_locale !== undefined && { mainLocale: main_locale }),
    ...(display_name_i18n && {
      displayNameI18n: translationsBeside(main_locale ?? app.mainLocale, display_name_i18n),
    }),
    channels: channels.map((channel) => channelChangeOf(app, channel)),
  }
}

function channelChangeOf(app: App, patch: ChannelPatch): ChannelChange {
  const channel = app.channels.find(({ key }) => key === patch.key)
  if (!channel) throw new ApiError(errors.channelNotFound)
  const { main_locale, description_i18n, cover_image } = patch
  return {
    id: channel.id,
    ...(main_locale !== undefined && { mainLocale: main_locale }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(description_i18n && {
      descriptionI18n: translationsBeside(main_locale ?? channel.mainLocale, description_i18n),
    }),
    ...(patch.user_uri !== undefined && { userUri: patch.user_uri }),
    ...(patch.rating !== undefined && { rating: patch.rating }),
    ...(patch.status !== undefined && { status: patch.status }),
    ...(patch.visibility !== undefined && { visibility: patch.visibility }),
    ...(patch.is_official !== undefined && { isOfficial: patch.is_official }),
    ...(cover_image !== undefined && { coverImage: cover_image?.name ?? null }),
    ...(patch.cover_color !== undefined && { coverColor: patch.cover_color }),
  }
}
