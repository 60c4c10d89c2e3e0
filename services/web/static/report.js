// One report: keeps its assignment, notes and status up to date.
import { watch } from './calm.js'
import { listen } from './live.js'

/** @typedef {import('@agora/client').Schemas['ForumReportNotes']} Notes */

/** @type {HTMLElement | null} */
const note = document.querySelector('[data-report]')

/** Refreshes what others have changed, and leaves what is being written here. */
async function readAnew() {
  const answer = await fetch(`/moderation/reports/${note?.dataset.report}`)
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll('[data-live]')
  for (const part of parts) {
    const now = page.getElementById(part.id)
    if (!now || now.dataset.live === part.dataset.live) continue
    part.replaceChildren(...now.childNodes)
    part.dataset.live = now.dataset.live
  }
}

if (note) {
  const { report, stream = '' } = note.dataset
  listen(
    stream,
    ['ReportAssigned', 'ReportResolved'],
    (event, /** @type {import('./live.js').ReportIds} */ about) => {
      if (about.report !== report) return
      if (event === 'ReportResolved') note.hidden = false
      else readAnew()
    },
    readAnew,
  )
  watch(`/api/v1/forum/reports/${report}/notes?limit=0`, (/** @type {Notes} */ { count }) => {
    if (document.getElementById('noted')?.dataset.live !== String(count)) readAnew()
  })
}
