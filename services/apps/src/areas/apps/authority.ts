import { parseUuid } from '@agora/shared/contracts/ids'
import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { requireRecent } from '@agora/shared/users/recent'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { UpdateAppBody } from './schemas.ts'
import type { App, Channel } from './store.ts'

/** An app reduced to the channels that the caller may see, including the main one. */
export type VisibleApp = App

/** A token that only tells who signed in reads what everybody may. */
const owns = (app: App, principal: Principal) =>
  principal.kind === 'user' && principal.ceiling.length > 0 && app.owners.includes(principal.id)
const administers = (principal: Principal) => principal.kind === 'user' && principal.isAdministrator
const isPublic = (channel: Channel) => channel.visibility === 'Public'

/** The app as the caller may see it, or undefined if its main channel is hidden from them. */
export function visibleApp(app: App, principal: Principal): VisibleApp | undefined {
  if (administers(principal) || owns(app, principal)) return app
  const [main, ...others] = app.channels
  return isPublic(main) ? { ...app, channels: [main, ...others.filter(isPublic)] } : undefined
}

/** @throws ApiError appNotFound if it does not exist or the caller may not see it. */
export async function accessApp(context: Context, principal: Principal, appId: string): Promise<VisibleApp> {
  return judgeVisible(await findApp(context, appId), principal)
}

/** The app, for a caller who may edit it. @throws ApiError appNotFound or forbidden. */
export async function accessAppForEdit(context: Context, principal: Principal, appId: string): Promise<App> {
  return judgeEdit(await findApp(context, appId), principal, {})
}

/** A channel, for a caller who may edit its app. @throws ApiError appNotFound, forbidden or noSuchChannel. */
export async function accessChannelForEdit(
  context: Context,
  principal: Principal,
  path: { app_id: string; channel_key: string },
): Promise<Channel> {
  return channelOf(await accessAppForEdit(context, principal, path.app_id), path.channel_key)
}

/** @throws ApiError noSuchChannel. */
export function channelOf(app: App, channelKey: string): Channel {
  const channel = app.channels.find(({ key }) => key === channelKey)
  if (!channel) throw new ApiError(errors.noSuchChannel)
  return channel
}

/** Undefined for a malformed id: it names no app. */
export async function findApp({ store }: Context, appId: string): Promise<App | undefined> {
  const id = parseUuid(appId)
  return id === undefined ? undefined : store.findApp(id)
}

function judgeVisible(app: App | undefined, principal: Principal): VisibleApp {
  const visible = app && visibleApp(app, principal)
  if (!visible) throw new ApiError(errors.appNotFound)
  return visible
}

/**
 * The app, if the caller may write everything in the patch: an administrator everything, an owner everything but
 * `owners` and `is_official`, which take a recent sign-in; both only under the ceiling `full`. A retired app cannot be
 * edited.
 *
 * @throws ApiError appNotFound, forbidden or recentSignInRequired.
 */
export function judgeEdit(app: App | undefined, principal: Principal, patch: UpdateAppBody): App {
  const visible = judgeVisible(app, principal)
  if (visible.retiredAt !== null) throw new ApiError(errors.appNotFound)
  const mayEdit = principal.kind === 'user' && principal.ceiling === 'full'
  const asAdministrator = mayEdit && administers(principal)
  const asOwner = mayEdit && owns(visible, principal) && !touchesReservedFields(patch)
  if (!asAdministrator && !asOwner) throw new ApiError(common.forbidden)
  if (touchesReservedFields(patch)) requireRecent(principal)
  return visible
}

const touchesReservedFields = ({ owners, channels }: UpdateAppBody) =>
  owners !== undefined || channels?.some((channel) => channel.is_official !== undefined)
