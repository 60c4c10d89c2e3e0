import { parseUuid } from '@agora/shared/contracts/ids'
import type { Principal } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessApp } from '../authority.ts'
import type { FullApp } from '../schemas.ts'
import { fullAppView } from '../views.ts'

/** @throws ApiError appNotFound. */
export async function getApp({ store }: Context, principal: Principal, appId: string): Promise<FullApp> {
  const id = parseUuid(appId)
  const app = id === undefined ? undefined : await store.findApp(id)
  return fullAppView(accessApp(app, principal))
}
