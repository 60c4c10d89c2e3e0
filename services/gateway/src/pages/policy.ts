import { randomBytes } from 'node:crypto'

export interface PageHeaders {
  /** For the one inline style there is, that of the captcha widget. */
  nonce: string
  headers: Record<string, string>
}

/** Styles that a page's own scripts write into it, for a page that shows nothing anybody else has written. */
export const INLINE_STYLES = "'unsafe-inline'"

/**
 * The headers of every page: nothing runs or loads but this site's own files, nobody frames it, nothing keeps it.
 * WebAssembly and a worker from a blob are what the captcha widget solves its puzzles with. Of inline styles, those
 * with the nonce apply, unless the page allows them all with INLINE_STYLES.
 */
export function pageHeaders(inlineStyles?: typeof INLINE_STYLES): PageHeaders {
  const nonce = randomBytes(16).toString('base64url')
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    'worker-src blob:',
    "connect-src 'self'",
    `style-src 'self' ${inlineStyles ?? `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    nonce,
    headers: {
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // `no-referrer` would take the Origin from this site's own forms.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  }
}
