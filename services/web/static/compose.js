// A nicer editor: a text survives a reload until it is sent, previews need no new page, quotations go where one writes.
import { readDraft, sendDraft, writeDraft } from './drafts.js'

/** @param {HTMLFormElement} form */
const textOf = (form) => /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'))

/** @param {HTMLFormElement} form */
function keepDraft(form) {
  const text = textOf(form)
  const { draft: name } = text.dataset
  if (name !== undefined) {
    const kept = readDraft(name)
    if (kept && text.value === '') text.value = kept
    text.addEventListener('input', () => writeDraft(name, text.value))
  }
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.getAttribute('value') === 'preview') return
    if (name !== undefined) sendDraft(name)
    // It is sent once however often it is clicked; this shows that it is in progress.
    submitter?.setAttribute('aria-busy', 'true')
  })
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function json(path, options) {
  const answer = await fetch(path, options)
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}

/** @param {HTMLFormElement} form */
function previewInPlace(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[data-preview-button]'))
  const place = /** @type {HTMLElement} */ (form.querySelector('[data-preview]'))
  const text = textOf(form)
  button.addEventListener('click', async (event) => {
    if (!form.reportValidity()) return
    event.preventDefault()
    button.setAttribute('aria-busy', 'true')
    try {
      /** @type {import('@agora/client').Schemas['ForumPreview']} */
      const { html } = await json('/api/v1/forum/preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body: text.value, section: { id: form.dataset.section } }),
      })
      const heading = document.createElement('h2')
      heading.textContent = button.textContent
      const content = document.createElement('div')
      content.className = 'content'
      // The API's HTML is safe by construction, and the page's policy runs none of its scripts.
      content.innerHTML = html
      place.replaceChildren(heading, content)
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
        /** @type {import('@agora/client').Schemas['ForumQuotation']} */
        const { body } = await json(`/api/v1/forum/posts/${link.dataset.quote}/quotation`)
        text.value += `${text.value === '' ? '' : '\n\n'}${body}\n\n`
        text.dispatchEvent(new Event('input'))
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
  keepDraft(form)
  previewInPlace(form)
  quoteInPlace(form)
}
