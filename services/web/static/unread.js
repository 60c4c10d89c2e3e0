// The number of unread notifications, live. `told` announces each one to other modules.
import { listen } from './live.js'

/** @typedef {import('@agora/client').Schemas['ForumNotification']} ForumNotification */

/** @type {ForumNotification['kind'][]} */
const KINDS = [
  'Reply',
  'NewThread',
  'Mention',
  'Quote',
  'ReportResolved',
  'Sanctioned',
  'SanctionLifted',
  'RoleGranted',
  'RoleRevoked',
  'PostHidden',
  'ReportWaiting',
  'Reaction',
]
/** Several at once are counted together. */
const GATHER_MS = 300

export const told = new EventTarget()

/** @type {HTMLElement | null} */
const link = document.querySelector('[data-unread]')
/** @type {number | undefined} */
let counting

/** @param {HTMLElement} link */
async function count(link) {
  const answer = await fetch('/api/v1/notifications/count')
  if (!answer.ok) return
  /** @type {import('@agora/client').Schemas['ForumUnreadNotifications']} */
  const { unread } = await answer.json()
  const badge = link.querySelector('.new') ?? document.createElement('span')
  badge.className = 'new'
  badge.textContent = (unread >= 1000 && link.dataset.unread) || String(unread)
  if (unread > 0) link.append(badge)
  else badge.remove()
}

export function countAnew() {
  clearTimeout(counting)
  if (link) counting = setTimeout(count, GATHER_MS, link)
}

/**
 * The rows of threads that were opened from here: a page that the browser has kept shows them as read.
 *
 * @type {Set<Element>}
 */
const opened = new Set()
addEventListener('click', ({ target }) => {
  const row = target instanceof Element && target.closest('a[href^="/threads/"]')?.closest('.row.unread')
  if (row) opened.add(row)
})
addEventListener('pageshow', () => {
  for (const row of opened) {
    row.classList.remove('unread')
    row.querySelector('.new')?.remove()
  }
})

if (link)
  listen(
    '/api/v1/notifications/stream',
    KINDS,
    (kind, /** @type {ForumNotification} */ detail) => {
      countAnew()
      told.dispatchEvent(new CustomEvent(kind, { detail }))
    },
    () => {
      countAnew()
      told.dispatchEvent(new Event('missed'))
    },
  )
