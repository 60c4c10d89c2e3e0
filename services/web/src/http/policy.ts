/** The headers of every page: only this site's own files load and run, no framing. */
export const pageHeaders: Record<string, string> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // `no-referrer` would strip the Origin from this site's own forms.
  'referrer-policy': 'same-origin',
}
