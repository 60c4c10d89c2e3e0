// What no stream tells of: asked for now and then, while somebody looks at the page.
const FIRST_PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 120_000

/**
 * Hands on what the API answers at this address, as often as that changes. What is as it was costs a 304, and is asked for
 * more seldom; whoever comes back to the page is told at once. Ends where there is nothing to read any more.
 */
export function watch(url, handle) {
  let tag = ''
  let pause = FIRST_PAUSE_MS
  let due = Date.now() + pause
  let waiting

  const wait = () => {
    clearTimeout(waiting)
    if (!document.hidden) waiting = setTimeout(ask, Math.max(0, due - Date.now()))
  }
  const ask = async () => {
    due = Date.now() + pause
    const answer = await fetch(url, { headers: tag ? { 'if-none-match': tag } : {} }).catch(() => undefined)
    if (answer?.status >= 400 && answer.status < 429) return
    const isNew = answer?.ok === true
    if (isNew) {
      tag = answer.headers.get('etag') ?? ''
      handle(await answer.json())
    }
    pause = isNew ? FIRST_PAUSE_MS : Math.min(pause * 1.5, LONGEST_PAUSE_MS)
    due = Date.now() + pause
    wait()
  }

  document.addEventListener('visibilitychange', wait)
  wait()
}
