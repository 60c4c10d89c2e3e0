// Read by the captcha widget when it starts: where its WebAssembly is, and the nonce that its style needs.
window.CAP_CUSTOM_WASM_URL = document.currentScript.dataset.solver
window.CAP_CSS_NONCE = document.currentScript.nonce
