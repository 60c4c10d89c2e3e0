// The reader's zone: known to the server from the next page on, from which this one takes its times. One that they chose stays
// until their device is in another one.
const DEVICE = 'zone of this device'
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const before = localStorage.getItem(DEVICE)
const isKnown = /(?:^|; )tz=/.test(document.cookie)
if (timeZone) localStorage.setItem(DEVICE, timeZone)
if (timeZone && (!isKnown || (before !== null && before !== timeZone))) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // A slash is no character of every cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: the other way there is needs a secure context
  document.cookie = `tz=${timeZone.replaceAll('/', '.')}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
  await correct()
}

/** Takes the words for each time from the same page as it is told in that zone: "yesterday" is another day there. */
async function correct() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  /** @param {ParentNode} place */
  const timesIn = (place) => {
    /** @type {Map<string, HTMLTimeElement[]>} */
    const times = new Map()
    /** @type {NodeListOf<HTMLTimeElement>} */
    const all = place.querySelectorAll('time[datetime]')
    for (const time of all) times.set(time.dateTime, [...(times.get(time.dateTime) ?? []), time])
    return times
  }
  const told = timesIn(page)
  for (const [moment, times] of timesIn(document))
    for (const [at, time] of times.entries()) {
      const same = told.get(moment)?.[at]
      if (same) Object.assign(time, { textContent: same.textContent, title: same.title })
    }
  document.querySelector('[data-utc]')?.remove()
}
