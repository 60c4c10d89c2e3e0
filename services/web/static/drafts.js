// Drafts of what is being written. Each is one member's, and ends when it is sent, when they sign out or after two weeks.
const PREFIX = 'draft '
const SENT = 'sent-draft'
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000

/** What somebody writes into a form, and the revision that they change by it. */
const FIELDS = 'textarea, input[type=text], input[data-drafted]'

/** @typedef {Record<string, string>} Texts by the names of their fields */
/** @typedef {HTMLTextAreaElement | HTMLInputElement} Field */

/**
 * The texts of a draft that is still to be kept.
 *
 * @param {string} key
 * @returns {Texts | undefined}
 */
function textsAt(key) {
  try {
    const { texts, time } = JSON.parse(localStorage.getItem(key) ?? '')
    return typeof texts === 'object' && Date.now() - time < LIFETIME_MS ? texts : undefined
  } catch {
    return undefined
  }
}

/** @param {HTMLFormElement} form */
const keyOf = (form) => `${PREFIX}${form.dataset.draft} ${form.getAttribute('action')}`

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => /** @type {Field[]} */ ([...form.querySelectorAll(FIELDS)])

/** A page that answers a form shows what was sent by it, which is newer than any draft. */
const isAnswer = document.querySelector('main[data-answer]') !== null

/** @param {HTMLFormElement} form */
function keepDraft(form) {
  const fields = fieldsOf(form)
  const isWritten = isAnswer || fields.some((field) => field.value !== field.defaultValue)
  if (!isWritten) return localStorage.removeItem(keyOf(form))
  const texts = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ texts, time: Date.now() }))
  } catch {
    // More than the browser keeps: the text stays where it is written.
  }
}

/** @param {HTMLFormElement} form */
function bringBack(form) {
  const texts = textsAt(keyOf(form))
  if (!texts || isAnswer) return
  const fields = fieldsOf(form)
  const isEdit = fields.some(({ name }) => name === 'revision')
  for (const field of fields) {
    const kept = texts[field.name]
    if (kept === undefined || kept === field.value) continue
    // What a form other than an edit comes with is a quotation, which goes below.
    const quoted = isEdit || kept.includes(field.value.trim()) ? '' : field.value
    field.dataset.shown = field.value
    field.value = quoted === '' ? kept : `${kept.trimEnd()}\n\n${quoted}`
    const note = form.querySelector('[data-kept]')
    if (note instanceof HTMLElement) note.hidden = false
  }
}

/**
 * As if nothing had been brought back. Its button goes, and the focus to what is written anew.
 *
 * @param {HTMLFormElement} form
 */
function discard(form) {
  localStorage.removeItem(keyOf(form))
  // Resetting a form leaves the hidden ones as they are.
  for (const field of fieldsOf(form))
    if (field.type === 'hidden') field.value = field.dataset.shown ?? field.value
  const note = form.querySelector('[data-kept]')
  if (note instanceof HTMLElement) note.hidden = true
  fieldsOf(form)
    .find(({ type, dataset }) => type !== 'hidden' && dataset.shown !== undefined)
    ?.focus()
}

/** What was accepted leads on by a redirect; any other answer comes at the form's own address, or is a page of its own. */
function forgetWhatWasSent() {
  const sent = JSON.parse(sessionStorage.getItem(SENT) ?? 'null')
  if (!sent) return
  sessionStorage.removeItem(SENT)
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
  if (arrival && arrival.redirectCount > 0 && document.referrer === sent.from)
    localStorage.removeItem(sent.key)
}

/** @param {(key: string) => boolean} isOver */
function removeDrafts(isOver) {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && isOver(key)) localStorage.removeItem(key)
}

forgetWhatWasSent()
removeDrafts((key) => textsAt(key) === undefined)
/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll('form[data-draft]')
for (const form of forms) {
  bringBack(form)
  form.addEventListener('input', () => keepDraft(form))
  form.addEventListener('reset', () => discard(form))
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.getAttribute('value') === 'preview') return
    const sent = { key: keyOf(form), from: location.href.split('#', 1)[0] }
    sessionStorage.setItem(SENT, JSON.stringify(sent))
  })
}
/** @type {NodeListOf<HTMLFormElement>} */
const leaving = document.querySelectorAll('form[data-leaving]')
for (const form of leaving)
  form.addEventListener('submit', () =>
    removeDrafts((key) => key.startsWith(`${PREFIX}${form.dataset.leaving} `)),
  )
