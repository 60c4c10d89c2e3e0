// Says at once that a text is too long, and keeps all of it: nothing that is pasted is cut.
const words = /** @type {HTMLElement} */ (document.querySelector('main')).dataset.tooLong ?? ''
const inWords = new Intl.NumberFormat(document.documentElement.lang)

/** @typedef {HTMLTextAreaElement | HTMLInputElement} Field */

/**
 * @param {Field} field
 * @param {string} id of what describes it
 * @param {boolean} isTooLong
 */
function describe(field, id, isTooLong) {
  const others = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((one) => one !== '' && one !== id)
  const all = isTooLong ? [id, ...others] : others
  if (all.length > 0) field.setAttribute('aria-describedby', all.join(' '))
  else field.removeAttribute('aria-describedby')
  if (isTooLong) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
}

/** @param {Field} field */
function judge(field) {
  const most = Number(field.dataset.most)
  // As the API counts, whole characters; no text has fewer units than characters.
  const length = field.value.length > most ? [...field.value].length : 0
  const problem =
    length > most
      ? words.replace('{count}', inWords.format(length)).replace('{most}', inWords.format(most))
      : ''
  field.setCustomValidity(problem)
  const id = `${field.id}-length`
  const note = document.getElementById(id)
  if (problem === '') {
    if (note) describe(field, id, false)
    return note?.remove()
  }
  if (note) {
    // Said once, not with each key.
    note.removeAttribute('role')
    note.textContent = problem
    return
  }
  const made = document.createElement('p')
  Object.assign(made, { id, className: 'problem', role: 'alert', textContent: problem })
  field.before(made)
  describe(field, id, true)
}

/** @type {NodeListOf<Field>} */
const fields = document.querySelectorAll('[data-most]')
for (const field of fields) {
  judge(field)
  field.addEventListener('input', () => judge(field))
  // Once what it was set to is there.
  field.form?.addEventListener('reset', () => setTimeout(judge, 0, field))
}
