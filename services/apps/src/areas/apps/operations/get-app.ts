import type { Principal } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessApp } from '../authority.ts'
import type { FullApp } from '../schemas.ts'
import { fullAppView } from '../views.ts'

/** @throws ApiError appNotFound. */
export async function getApp(context: Context, principal: Principal, appId: string): Promise<FullApp> {
  return fullAppView(await accessApp(context, principal, appId))
}
