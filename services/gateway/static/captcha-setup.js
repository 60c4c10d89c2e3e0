// Configures the captcha widget: where its WebAssembly is, the nonce for its style, and how it asks.
const script = /** @type {HTMLScriptElement} */ (document.currentScript)

/** Longer than the gateway takes to report that the service is down, in milliseconds. */
const SILENCE_MS = 12_000

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
      fetch(url, options),
      new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), SILENCE_MS)),
    ]),
})
