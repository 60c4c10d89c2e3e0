/**
 * The parameter of an authorization request that names no redirect URI: the client's only one applies. The library fills
 * it in, and forgets that it did.
 */
export const NO_REDIRECT_URI = 'no_redirect_uri'

/** Notes whether an authorization request names its redirect URI, whatever it says itself. */
export function noteRedirectUri(parameters: URLSearchParams): void {
  parameters.delete(NO_REDIRECT_URI)
  if (!parameters.has('redirect_uri')) parameters.set(NO_REDIRECT_URI, 'true')
}

/** The request as it was sent. */
export function withoutDefaults(parameters: URLSearchParams): URLSearchParams {
  if (parameters.has(NO_REDIRECT_URI)) parameters.delete('redirect_uri')
  parameters.delete(NO_REDIRECT_URI)
  return parameters
}
