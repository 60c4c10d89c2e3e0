// The queue: selecting much at once, and showing what others do to it meanwhile.
import { listen } from './live.js'
import { countWaiting } from './waiting.js'

/** @type {NodeListOf<HTMLInputElement>} */
const inputs = document.querySelectorAll('.queue input[name="target"]')
const boxes = [...inputs]
/** @type {HTMLElement | null} */
const legend = document.querySelector('.bulk legend')
if (boxes.length > 1 && legend) {
  const chosenWords = legend.textContent
  const words = legend.dataset.all ?? ''
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
    text.data = chosen > 0 ? `${chosenWords} (${chosen})` : words
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
 * @param {import('./live.js').ReportIds} ids
 * @returns {HTMLElement | undefined}
 */
const cardOf = ({ post, thread }) =>
  boxes.map((box) => box.closest('li')).find((card) => card?.dataset.target === (post ?? thread)) ?? undefined

/**
 * Somebody else was faster: what is judged stays in place, so that nothing moves under the reader's hand.
 *
 * @param {import('./live.js').ReportIds} ids
 */
function showResolved(ids) {
  countWaiting()
  const card = cardOf(ids)
  if (!card) return
  const left = Number(card.dataset.reports) - 1
  card.dataset.reports = String(left)
  /** @type {HTMLInputElement | null} */
  const box = card.querySelector('.pick')
  if (left > 0 || !box) return
  box.checked = false
  box.disabled = true
  box.dispatchEvent(new Event('change'))
  card.classList.add('is-over')
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = card.querySelectorAll('.judging button')
  for (const button of buttons) button.disabled = true
  const badge = document.createElement('span')
  badge.className = 'badge'
  badge.textContent = queue?.dataset.live ?? ''
  document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.prepend(badge, ' ')
}

/**
 * Somebody has taken or released it.
 *
 * @param {import('./live.js').ReportIds} ids
 */
async function showAssignee({ report }) {
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
    ?.querySelector('.take')
    ?.toggleAttribute('hidden', assignee !== null)
}

if (note) {
  const number = note.lastElementChild
  /** @param {import('./live.js').ReportIds} ids */
  const announce = (ids) => {
    countWaiting()
    created += 1
    const card = cardOf(ids)
    if (card) card.dataset.reports = String(Number(card.dataset.reports) + 1)
    if (number) number.textContent = String(created)
    note.hidden = false
  }
  /** @type {Record<string, (ids: import('./live.js').ReportIds) => void>} */
  const acts = { ReportCreated: announce, ReportAssigned: showAssignee, ReportResolved: showResolved }
  listen(
    note.dataset.newReports ?? '',
    Object.keys(acts),
    (event, /** @type {import('./live.js').ReportIds} */ ids) => acts[event]?.(ids),
    () => {
      note.hidden = false
    },
  )
}
