// A nicer editor: previews need no new page, quotations go where one writes.
/** @param {HTMLFormElement} form */
const textOf = (form) => /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'))

/**
 * It is sent once however often it is clicked; this shows that it is in progress.
 *
 * @param {HTMLFormElement} form
 */
function showSending(form) {
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.getAttribute('value') !== 'preview') submitter?.setAttribute('aria-busy', 'true')
  })
}

/**
 * Shows the preview that the form's own page would show.
 *
 * @param {HTMLFormElement} form
 */
function previewInPlace(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[data-preview-button]'))
  const place = /** @type {HTMLElement} */ (form.querySelector('[data-preview]'))
  button.addEventListener('click', async (event) => {
    if (!form.reportValidity()) return
    event.preventDefault()
    button.setAttribute('aria-busy', 'true')
    try {
      const fields = new FormData(form)
      fields.set(button.name, button.value)
      const body = new URLSearchParams(/** @type {[string, string][]} */ ([...fields]))
      const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body })
      if (!answer.ok) throw new Error(String(answer.status))
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const preview = page.querySelector('[data-preview]')
      if (!preview) throw new Error('no preview')
      place.replaceChildren(...preview.childNodes)
    } catch {
      // The page that the form leads to says what is wrong.
      form.requestSubmit(button)
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
}

/**
 * Quotes a post on the page in the reply below.
 *
 * @param {HTMLFormElement} form
 */
function quoteInPlace(form) {
  const text = textOf(form)
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('a[data-quote]')
  for (const link of links)
    link.addEventListener('click', async (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      try {
        const answer = await fetch(`/api/v1/forum/posts/${link.dataset.quote}/quotation?by=account`)
        if (!answer.ok) throw new Error(String(answer.status))
        /** @type {import('@agora/client').Schemas['ForumQuotation']} */
        const { body } = await answer.json()
        text.value += `${text.value === '' ? '' : '\n\n'}${body}\n\n`
        text.dispatchEvent(new Event('input', { bubbles: true }))
        text.focus()
        text.setSelectionRange(text.value.length, text.value.length)
      } catch {
        location.href = link.href
      }
    })
}

/** @type {HTMLFormElement | null} */
const form = document.querySelector('form.composer')
if (form) {
  showSending(form)
  previewInPlace(form)
  quoteInPlace(form)
}
