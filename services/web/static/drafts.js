// Drafts of what is being written. Each is one member's, and ends when it is sent, when they sign out or after two weeks.
const PREFIX = 'draft '
const SENT = 'sent-draft'
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000

/**
 * The text of a draft that is still to be kept.
 *
 * @param {string} key
 * @returns {string | undefined}
 */
function textAt(key) {
  try {
    const { text, time } = JSON.parse(localStorage.getItem(key) ?? '')
    return typeof text === 'string' && Date.now() - time < LIFETIME_MS ? text : undefined
  } catch {
    return undefined
  }
}

/** @param {string} name the member and the form's address */
export const readDraft = (name) => textAt(PREFIX + name)

/**
 * @param {string} name
 * @param {string} text
 */
export function writeDraft(name, text) {
  if (text === '') localStorage.removeItem(PREFIX + name)
  else localStorage.setItem(PREFIX + name, JSON.stringify({ text, time: Date.now() }))
}

/** @param {string} name */
export function sendDraft(name) {
  sessionStorage.setItem(SENT, JSON.stringify({ name, from: location.href.split('#', 1)[0] }))
}

/** What was accepted leads on by a redirect; any other answer comes at the form's own address, or is a page of its own. */
function forgetWhatWasSent() {
  const sent = JSON.parse(sessionStorage.getItem(SENT) ?? 'null')
  if (!sent) return
  sessionStorage.removeItem(SENT)
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
  if (arrival && arrival.redirectCount > 0 && document.referrer === sent.from) writeDraft(sent.name, '')
}

/** @param {(key: string) => boolean} isOver */
function removeDrafts(isOver) {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && isOver(key)) localStorage.removeItem(key)
}

forgetWhatWasSent()
removeDrafts((key) => textAt(key) === undefined)
/** @type {NodeListOf<HTMLFormElement>} */
const leaving = document.querySelectorAll('form[data-leaving]')
for (const form of leaving)
  form.addEventListener('submit', () =>
    removeDrafts((key) => key.startsWith(`${PREFIX}${form.dataset.leaving} `)),
  )
