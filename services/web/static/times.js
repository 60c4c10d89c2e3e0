// The reader's zone: known to the server from the next page on; on this page it is used when hovering over a time. One that they
// chose stays until their device is in another one.
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
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'full',
    timeStyle: 'short',
  })
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll('time[datetime]')
  for (const time of times) time.title = format.format(new Date(time.dateTime))
}
