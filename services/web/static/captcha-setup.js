// Configures the captcha widget: where its WebAssembly is, the nonce for its style, and how it asks.
const script = /** @type {HTMLScriptElement} */ (document.currentScript)

/** Longer than the gateway takes to report that the service is down, in milliseconds. */
const SILENCE_MS = 12_000

/**
 * An answer whose `expires` is told by this device's clock, as the widget compares it: the server's may be another.
 *
 * @param {Response} answer
 */
async function byThisClock(answer) {
  const sent = Date.parse(answer.headers.get('date') ?? '')
  const told = await answer
    .clone()
    .json()
    .catch(() => undefined)
  if (Number.isNaN(sent) || typeof told?.expires !== 'number') return answer
  const expires = told.expires + Date.now() - sent
  return new Response(JSON.stringify({ ...told, expires }), {
    status: answer.status,
    headers: answer.headers,
  })
}

Object.assign(window, {
  CAP_CUSTOM_WASM_URL: script.dataset.solver,
  CAP_CSS_NONCE: script.nonce,
  /**
   * Without an answer the widget would say "Verifying" for ever.
   *
   * @param {string} url
   * @param {RequestInit} options
   */
  CAP_CUSTOM_FETCH: (url, options) =>
    Promise.race([
      fetch(url, options).then(byThisClock),
      new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), SILENCE_MS)),
    ]),
})

/**
 * Sends a form once its check is done: at once starts it, or waits for it, and lets go if it fails, which the check says
 * itself.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement & { solve?: () => Promise<unknown> }} check
 * @param {HTMLElement | null} submitter
 */
function sendWhenSolved(form, check, submitter) {
  const waiting = new AbortController()
  const letGo = () => {
    waiting.abort()
    submitter?.removeAttribute('aria-busy')
  }
  submitter?.setAttribute('aria-busy', 'true')
  check.addEventListener('error', letGo, { signal: waiting.signal })
  check.addEventListener(
    'solve',
    () => {
      letGo()
      form.requestSubmit(submitter)
    },
    { signal: waiting.signal },
  )
  check.solve?.().catch(letGo)
}

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  /** @type {(HTMLElement & { solve?: () => Promise<unknown> }) | null} */
  const check = form.querySelector('cap-widget')
  /** @type {HTMLInputElement | null} */
  const token = form.querySelector('input[name="cap-token"]')
  // Without its script there is no check to wait for: the page that the form leads to says what is missing.
  if (!check?.solve || !token || token.value !== '') return
  event.preventDefault()
  const { submitter } = event
  if (submitter?.getAttribute('aria-busy') !== 'true') sendWhenSolved(form, check, submitter)
})
