// Streams from this site's API while somebody looks at the page: hidden pages close their connections.
const HIDDEN_MS = 30_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 120_000
const MAX_REFUSALS = 8
/** Who signed out, or lost the right, gets no stream however often it is asked for. */
const FINAL = [401, 403]

/** A browser has few connections per site: the visible page takes those of hidden ones. */
const pages = new BroadcastChannel('pages that are looked at')

/**
 * What the stream of reports says of one.
 *
 * @typedef {Extract<import('@agora/client').ModerationEvent, { event: 'ReportCreated' }>['data']} ReportIds
 */

/**
 * The status with which a stream is refused, which its source does not tell.
 *
 * @param {string} url
 */
async function refusalOf(url) {
  const asking = new AbortController()
  const { status } = await fetch(url, { signal: asking.signal })
  asking.abort()
  return status
}

/**
 * Passes on the events with these names and their data, and catches up after gaps. The browser reconnects broken
 * connections; refused ones are retried here now and then, unless the reader has been signed out.
 *
 * @template {string} Name
 * @template Data
 * @param {string} url
 * @param {readonly Name[]} names
 * @param {(name: Name, data: Data) => void} handle
 * @param {() => void} catchUp
 */
export function listen(url, names, handle, catchUp) {
  /** @type {EventSource | undefined} */
  let source
  /** @type {number | undefined} */
  let retry
  /** @type {number | undefined} */
  let hiding
  let pause = FIRST_PAUSE_MS
  let refusals = 0
  let hasMissed = false
  let isOver = false

  const close = () => {
    clearTimeout(retry)
    clearTimeout(hiding)
    if (source) hasMissed = true
    source?.close()
    source = undefined
  }
  const refused = async () => {
    close()
    const status = await refusalOf(url).catch(() => 0)
    if (FINAL.includes(status)) isOver = true
    if (isOver) return
    refusals += 1
    if (refusals < MAX_REFUSALS) retry = setTimeout(open, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
  const open = () => {
    clearTimeout(hiding)
    if (source || isOver || document.hidden) return
    source = new EventSource(url)
    source.addEventListener('open', () => {
      pause = FIRST_PAUSE_MS
      refusals = 0
      if (hasMissed) catchUp()
      hasMissed = false
    })
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) refused()
    })
    source.addEventListener('reset', catchUp)
    for (const name of names) source.addEventListener(name, ({ data }) => handle(name, JSON.parse(data)))
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      hiding = setTimeout(close, HIDDEN_MS)
      return
    }
    pages.postMessage('here')
    open()
  })
  pages.addEventListener('message', () => {
    if (document.hidden) close()
  })
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
}
