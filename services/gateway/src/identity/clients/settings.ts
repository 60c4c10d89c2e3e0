import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { ClientSettings } from './schemas.ts'

const refuse = (field: string, message: string) =>
  new ApiError(common.invalidBody, { message: `invalid \`${field}\`: ${message}` })

export const isWebAddress = (uri: string) => /^https?:/i.test(uri)

/** Where members may return, the default first. @throws ApiError 422 */
function callbacksOf(
  { callback_uri: first, callback_uris: all }: ClientSettings,
  isPublic: boolean,
): string[] {
  const uris = all ?? (first === undefined ? [] : [first])
  if (uris.length === 0) throw refuse('callback_uri', 'is required')
  if (first !== undefined && first !== uris[0])
    throw refuse('callback_uris', 'must begin with `callback_uri`')
  if (new Set(uris).size < uris.length) throw refuse('callback_uris', 'names an address twice')
  if (uris.every(isWebAddress)) return uris
  if (!isPublic) throw refuse('callback_uri', 'only a public client may have a scheme of its own')
  if (uris.some((uri) => isWebAddress(uri) && !isNativeCallback(uri)))
    throw refuse('callback_uris', 'beside a scheme of its own, http is for loopback addresses only')
  return uris
}

/** Whether a native application can receive answers there (RFC 8252, section 7). */
const isNativeCallback = (uri: string): boolean => !isWebAddress(uri) || isLoopback(uri) || isOwnHttps(uri)

/** Whether answers go to an https address that only its owner can serve: none on the member's device is. */
export const isOwnHttps = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Its port is chosen anew for each request. */
export const isLoopback = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]')
}

/** Whether answers go to a program on the member's device, whose address any other program there may take. */
export const isNative = (uris: readonly string[]): boolean =>
  uris.every(isNativeCallback) && uris.some((uri) => !isWebAddress(uri) || isLoopback(uri))

/** Whether the client has no secret. @throws ApiError 422 for a contradiction */
export function isPublicClient({
  public: isPublic,
  token_endpoint_auth_method: method,
}: ClientSettings): boolean {
  if (isPublic !== undefined && method !== undefined && isPublic !== (method === 'none'))
    throw refuse('token_endpoint_auth_method', 'contradicts `public`')
  return isPublic ?? method === 'none'
}

/** What is stored of the settings that depend on each other. @throws ApiError 422 */
export function consistentSettings(settings: ClientSettings, pkceBefore: string | undefined) {
  const isPublic = isPublicClient(settings)
  const pkce = settings.pkce ?? (isPublic ? 'required' : (pkceBefore ?? 'required'))
  if (isPublic && pkce === 'optional') throw refuse('pkce', 'a public client cannot do without')
  const [callbackUri = '', ...otherCallbackUris] = callbacksOf(settings, isPublic)
  return { callbackUri, otherCallbackUris, pkce }
}
