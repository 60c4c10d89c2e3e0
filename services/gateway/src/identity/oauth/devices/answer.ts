import type { KoaContextWithOIDC } from 'oidc-provider'
import { POLL_SECONDS } from './store.ts'

/** Completes the library's answer to a device: the page's address at the site, and how often it may ask. */
export function completeDeviceAnswer(ctx: KoaContextWithOIDC): void {
  const { route, issuer } = ctx.oidc
  if (route !== 'device_authorization' || ctx.status !== 200) return
  const body = ctx.body as { user_code: string }
  const page = `${issuer}/device`
  ctx.body = {
    ...body,
    verification_uri: page,
    verification_uri_complete: `${page}?${new URLSearchParams({ user_code: body.user_code })}`,
    interval: POLL_SECONDS,
  }
}
