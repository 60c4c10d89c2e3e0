// Registers without leaving the page: where it is refused, the form stays as it was filled in. To a password manager that is
// no sign-up, and what it offers to keep is the name by which somebody became a member.
/** @typedef {HTMLInputElement} Field */

/**
 * Shows why the form was refused, around its own fields.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} answer the form as the answer shows it
 */
function showRefusal(form, answer) {
  for (const part of [...form.children]) if (!part.matches('.field')) part.remove()
  /** @type {Element | undefined} */
  let before
  for (const part of [...answer.children]) {
    const field = part.matches('.field') ? fieldLike(form, part) : undefined
    if (!field) before ? before.after(part) : form.prepend(part)
    before = field ?? part
  }
  /** @type {HTMLElement | null} */
  const wrong = form.querySelector('[aria-invalid], [role=alert]')
  wrong?.focus()
}

/**
 * The form's own field, with what the answer says of it.
 *
 * @param {HTMLFormElement} form
 * @param {Element} answered
 */
function fieldLike(form, answered) {
  const shown = /** @type {Field} */ (answered.querySelector('input'))
  const own = /** @type {Field} */ (form.elements.namedItem(shown.name))
  for (const name of ['aria-describedby', 'aria-invalid']) {
    const value = shown.getAttribute(name)
    value === null ? own.removeAttribute(name) : own.setAttribute(name, value)
  }
  const field = /** @type {Element} */ (own.closest('.field'))
  field.querySelector('.problem')?.remove()
  const problem = answered.querySelector('.problem')
  if (problem) own.before(problem)
  return field
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const fields = new FormData(form)
  fields.set('in-place', '1')
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...fields]))
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
  if (answer.type === 'opaqueredirect') return location.assign(form.dataset.inPlace ?? '/')
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  /** @type {HTMLFormElement | null} */
  const shown = page.querySelector('form[data-in-place]')
  if (!shown) throw new Error(String(answer.status))
  showRefusal(form, shown)
}

let isSending = false
document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  // The captcha may have to be solved first.
  if (event.defaultPrevented || form.dataset.inPlace === undefined) return
  event.preventDefault()
  if (isSending) return
  isSending = true
  event.submitter?.setAttribute('aria-busy', 'true')
  try {
    await send(form)
  } catch {
    // The page that the form leads to says what is wrong.
    form.submit()
  } finally {
    isSending = false
  }
})
