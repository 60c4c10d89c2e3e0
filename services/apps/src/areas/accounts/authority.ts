import { parseUuid } from '@agora/shared/contracts/ids'
import type { Caller, Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context, Relational } from '../../context.ts'
import { errors } from '../../errors.ts'
import { findApp, visibleApp } from '../apps/authority.ts'
import type { App } from '../apps/store.ts'
import { askForGrant } from './grants.ts'
import type { AccountPath } from './schemas.ts'

/** The member, or an administrator, either with all rights of their account. */
export const isOwn = (principal: Principal, userId: string): boolean =>
  principal.kind === 'user' &&
  principal.ceiling === 'full' &&
  (principal.id === userId || principal.isAdministrator)

/** The key of the client that the configuration names for an app. */
const clientKeyOf = ({ config }: Context, app: App): string | undefined =>
  config.apps.find(({ key }) => key === app.key)?.client

interface AccountPlace {
  app: App
  userId: string
}

/** Whether the caller is the app's client and the member has granted it `base`. */
async function judgeClient(
  context: Context,
  relational: Relational,
  principal: Caller,
  { app, userId }: { app: App; userId: string | undefined },
): Promise<{ isClient: boolean; isUser: boolean; isGranted: boolean }> {
  const key = clientKeyOf(context, app)
  if (principal.kind !== 'client' || key === undefined)
    return { isClient: false, isUser: userId !== undefined, isGranted: false }
  // A client that names no member is judged all the same.
  const user = userId ?? principal.id
  const question = { user, client: principal.id, key, scope: 'base' as const }
  const { is_client, is_user, is_granted } = await askForGrant(relational, question, principal.traceparent)
  return { isClient: is_client, isUser: userId !== undefined && is_user, isGranted: is_granted }
}

/** A live app that the caller may see; its client sees it always. */
async function findLiveApp(context: Context, appId: string): Promise<App | undefined> {
  const app = await findApp(context, appId)
  return app?.retiredAt === null ? app : undefined
}

const refusalOf = (app: App, principal: Principal) =>
  new ApiError(visibleApp(app, principal) ? common.forbidden : errors.appNotFound)

/**
 * For the app's own client, where the member uses it.
 *
 * @throws ApiError unauthenticated, appNotFound, forbidden or userNotFound; 503 without the gateway's answer.
 */
export async function accessAccountToLink(
  context: Context,
  relational: Relational,
  principal: Caller,
  path: AccountPath,
): Promise<AccountPlace> {
  if (principal.kind === 'guest') throw new ApiError(common.unauthenticated)
  const app = await findLiveApp(context, path.app_id)
  if (!app) throw new ApiError(errors.appNotFound)
  const userId = parseUuid(path.user_id)
  const { isClient, isUser, isGranted } = await judgeClient(context, relational, principal, { app, userId })
  if (!isClient) throw refusalOf(app, principal)
  if (!isUser || userId === undefined) throw new ApiError(errors.userNotFound)
  if (!isGranted) throw new ApiError(common.forbidden)
  return { app, userId }
}

/**
 * For the member, an administrator, or the app's own client, whether or not the member still uses it.
 *
 * @throws ApiError unauthenticated, appNotFound, forbidden; 503 without the gateway's answer.
 */
export async function accessAccountToUnlink(
  context: Context,
  relational: Relational,
  principal: Caller,
  path: AccountPath,
): Promise<{ appId: string; userId: string }> {
  if (principal.kind === 'guest') throw new ApiError(common.unauthenticated)
  const [appId, userId] = [parseUuid(path.app_id), parseUuid(path.user_id)]
  // Who may unlink their accounts may do so after the app has been hidden or retired.
  if (userId !== undefined && isOwn(principal, userId)) {
    if (appId === undefined) throw new ApiError(errors.appNotFound)
    return { appId, userId }
  }
  const app = await findLiveApp(context, path.app_id)
  if (!app) throw new ApiError(errors.appNotFound)
  const { isClient } = await judgeClient(context, relational, principal, { app, userId })
  if (!isClient) throw refusalOf(app, principal)
  if (userId === undefined) throw new ApiError(errors.accountNotFound)
  return { appId: app.id, userId }
}
