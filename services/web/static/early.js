// Runs before anything is drawn.
{
  const root = document.documentElement
  /**
   * What the cookie of this name says, if it is of such letters.
   *
   * @param {string} name
   */
  const cookie = (name) => new RegExp(`(?:^|; )${name}=([\\w-]+)(?:;|$)`).exec(document.cookie)?.[1] ?? ''

  // The colours that the reader has chosen: no page depends on them, so guests share theirs. Who runs no scripts has them
  // from a stylesheet.
  const scheme = cookie('scheme')
  if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme

  // A page that the browser has kept (its back/forward cache) is shown again only in the session in which it was made: whoever
  // sits down at a shared computer goes back to nothing. The cookie names the session of the page that was loaded last. By it
  // the server knows that kept pages are hidden here; without it no page of a member's is kept (ADR 29).
  const own = document.currentScript?.dataset.session ?? ''
  const isOver = () => own !== cookie('session-mark')
  const hide = () => {
    root.style.visibility = 'hidden'
  }
  const loadAnew = () => {
    hide()
    location.reload()
  }
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
  // On the way back, the browser may have it from its cache.
  if (isOver() && arrival?.type === 'back_forward') loadAnew()
  else if (isOver()) {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const end = own === '' ? '; Max-Age=0' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the other way there is needs a secure context
    document.cookie = `session-mark=${own}; Path=/; SameSite=Lax${end}${secure}`
  }

  // Its form would be sent again, and it shows nothing of what was sent.
  let hasSent = false
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (target instanceof HTMLFormElement && target.method === 'post' && !defaultPrevented) hasSent = true
  })
  addEventListener('pagehide', () => {
    if (own !== '') hide()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (hasSent || isOver()) loadAnew()
    else root.style.visibility = ''
  })
}
