// Configures the captcha widget: where its WebAssembly is, and the nonce for its style.
window.CAP_CUSTOM_WASM_URL = document.currentScript.dataset.solver
window.CAP_CSS_NONCE = document.currentScript.nonce

/** Longer than the gateway takes to report that the service is down, in milliseconds. */
const SILENCE_MS = 12_000

// Without an answer the widget would say "Verifying" for ever.
window.CAP_CUSTOM_FETCH = (url, options) =>
  Promise.race([
    fetch(url, options),
    new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), SILENCE_MS)),
  ])
