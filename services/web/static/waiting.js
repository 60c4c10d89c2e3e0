// How much was reported and waits for a moderator, for those who moderate something.
import { watch } from './calm.js'
import { told } from './unread.js'

/** @typedef {import('@agora/client').Schemas['ForumNotificationCount']} Count */

const COUNT = '/api/v1/notifications/count?include=reports'
/** Several at once are counted together. */
const GATHER_MS = 300

/** @type {HTMLElement | null} */
const link = document.querySelector('[data-waiting]')
/** @type {number | undefined} */
let counting

/** @param {Count} count */
function show({ reports }) {
  const badge = link?.querySelector('.new')
  if (!badge || !reports) return
  badge.textContent = (reports.pending >= 1000 && link?.dataset.waiting) || String(reports.pending)
  badge.classList.toggle('none', reports.pending === 0)
}

async function count() {
  const answer = await fetch(COUNT)
  if (answer.ok) show(await answer.json())
}

export function countWaiting() {
  clearTimeout(counting)
  counting = setTimeout(count, GATHER_MS)
}

for (const event of ['ReportWaiting', 'missed']) told.addEventListener(event, countWaiting)
watch(COUNT, show)
