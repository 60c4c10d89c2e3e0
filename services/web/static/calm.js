// For what no stream reports: polled now and then while somebody looks at the page.
const FIRST_PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 120_000

/**
 * Passes on the API's answer at this address whenever it changes. An unchanged one costs a 304, and is polled less
 * often; returning to the page polls at once. Ends when there is nothing left to read.
 *
 * @template Answer
 * @param {string} url
 * @param {(answer: Answer) => void} handle
 */
export function watch(url, handle) {
  let tag = ''
  let pause = FIRST_PAUSE_MS
  // By a clock that nobody sets.
  let due = performance.now() + pause
  /** @type {number | undefined} */
  let waiting

  const wait = () => {
    clearTimeout(waiting)
    if (!document.hidden) waiting = setTimeout(ask, Math.max(0, due - performance.now()))
  }
  const ask = async () => {
    due = performance.now() + pause
    const answer = await fetch(url, { headers: tag ? { 'if-none-match': tag } : {} }).catch(() => undefined)
    if (answer && answer.status >= 400 && answer.status < 429) return
    const isNew = answer?.ok === true
    if (isNew) {
      tag = answer.headers.get('etag') ?? ''
      handle(await answer.json())
    }
    pause = isNew ? FIRST_PAUSE_MS : Math.min(pause * 1.5, LONGEST_PAUSE_MS)
    due = performance.now() + pause
    wait()
  }

  document.addEventListener('visibilitychange', wait)
  wait()
}
