import { randomBytes } from 'node:crypto'

export interface PageHeaders {
  /** For the only inline style, the captcha widget's. */
  nonce: string
  headers: Record<string, string>
}

/** Allows styles that a page's own scripts add; only for pages that show no user content. */
export const INLINE_STYLES = "'unsafe-inline'"

/**
 * The headers of every page: only this site's own files load and run, no framing, no caching. WebAssembly and a blob
 * worker are how the captcha widget solves its challenges. Inline styles need the nonce, unless the page allows them
 * all with INLINE_STYLES.
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
      // `no-referrer` would strip the Origin from this site's own forms.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  }
}
