import { randomBytes } from 'node:crypto'

/** What a page needs besides this site's own files. */
export interface Allowances {
  /** The nonce of the captcha widget's style. It solves its challenges by WebAssembly in a worker. */
  captchaNonce?: string | undefined
  /** Styles that its own scripts add; only for a page that shows nothing that anybody wrote. */
  inlineStyles?: boolean | undefined
}

export const newNonce = (): string => randomBytes(16).toString('base64url')

/** The headers of every page: only this site's own files load and run, no framing. */
export function pageHeaders({ captchaNonce, inlineStyles }: Allowances): Record<string, string> {
  const hasCaptcha = captchaNonce !== undefined
  const ofStyles = hasCaptcha ? ` 'nonce-${captchaNonce}'` : inlineStyles ? " 'unsafe-inline'" : ''
  const policy = [
    "default-src 'none'",
    `script-src 'self'${hasCaptcha ? " 'wasm-unsafe-eval'" : ''}`,
    ...(hasCaptcha ? ['worker-src blob:'] : []),
    "connect-src 'self'",
    `style-src 'self'${ofStyles}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    // `no-referrer` would strip the Origin from this site's own forms.
    'referrer-policy': 'same-origin',
  }
}
