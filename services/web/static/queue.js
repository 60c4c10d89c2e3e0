// The queue: selecting many reports at once, and showing what others do to them meanwhile.
import { listen } from './live.js'

/** @type {NodeListOf<HTMLInputElement>} */
const inputs = document.querySelectorAll('.queue input[name="report"]')
const boxes = [...inputs]
const legend = document.querySelector('.bulk legend')
if (boxes.length > 1 && legend) {
  const words = legend.textContent
  const all = document.createElement('input')
  all.type = 'checkbox'
  all.className = 'pick'
  const label = document.createElement('label')
  const text = new Text(words)
  label.append(all, ' ', text)
  legend.replaceChildren(label)
  const show = () => {
    const open = boxes.filter((box) => !box.disabled).length
    const chosen = boxes.filter((box) => box.checked).length
    all.checked = chosen > 0 && chosen === open
    all.indeterminate = chosen > 0 && chosen < open
    text.data = chosen > 0 ? `${words} (${chosen})` : words
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked && !box.disabled
    show()
  })
  for (const box of boxes) box.addEventListener('change', show)
}

/** @type {HTMLElement | null} */
const queue = document.querySelector('.queue[data-live]')
/** @type {HTMLElement | null} */
const note = document.querySelector('[data-new-reports]')
let created = 0

/**
 * Somebody else was faster: the report stays in place, so that nothing moves under the reader's hand.
 *
 * @param {string} report
 */
function showResolved(report) {
  const box = boxes.find(({ value }) => value === report)
  if (!box) return
  box.checked = false
  box.disabled = true
  box.dispatchEvent(new Event('change'))
  box.closest('.report')?.classList.add('is-over')
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.textContent = queue?.dataset.live ?? ''
  document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.prepend(badge, ' ')
}

/**
 * Somebody has taken or released it.
 *
 * @param {string} report
 */
async function showAssignee(report) {
  /** @type {HTMLElement | null} */
  const badge = document.querySelector(`#report-${report} [data-assignee]`)
  const name = badge?.lastElementChild
  if (!badge || !name) return
  const answer = await fetch(`/api/v1/forum/reports/${report}/assignment`)
  if (!answer.ok) return
  /** @type {import('@agora/client').Schemas['ForumAssignment']} */
  const { assignee } = await answer.json()
  badge.hidden = assignee === null
  name.textContent = assignee?.display_name.current.value ?? ''
  badge
    .closest('.report')
    ?.querySelector('[form]')
    ?.toggleAttribute('hidden', assignee !== null)
}

if (note) {
  const number = note.lastElementChild
  const announce = () => {
    created += 1
    if (number) number.textContent = String(created)
    note.hidden = false
  }
  /** @type {Record<string, (report: string) => void>} */
  const acts = { ReportCreated: announce, ReportAssigned: showAssignee, ReportResolved: showResolved }
  listen(
    note.dataset.newReports ?? '',
    Object.keys(acts),
    (event, /** @type {import('./live.js').ReportIds} */ { report }) => acts[event]?.(report),
    () => {
      note.hidden = false
    },
  )
}
