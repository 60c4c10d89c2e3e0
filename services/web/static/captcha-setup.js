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
