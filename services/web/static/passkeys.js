// Passkeys: to sign in, to confirm that it is still you, and to add one. Without this script passwords and codes remain.

/** @typedef {'sign-in' | 'confirm' | 'make'} Act */

const isSupported =
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in window.PublicKeyCredential

/**
 * @param {string} method
 * @param {string} url
 * @param {object} [body]
 */
async function send(method, url, body) {
  const answer = await fetch(url, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error((await answer.json()).error)
  return answer.json()
}

/** @param {Credential | null} credential */
const toJson = (credential) => /** @type {PublicKeyCredential} */ (credential).toJSON()

/** What a passkey of the reader's choice answers to a new challenge. */
async function ask() {
  const options = await send('POST', '/api/v1/auth/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

/** @type {Record<Act, (part: HTMLElement, form: HTMLFormElement) => Promise<void>>} */
const acts = {
  'sign-in': async (part) => {
    await send('PUT', '/api/v1/auth/self', { passkey: await ask() })
    location.assign(part.dataset.next ?? '/')
  },
  confirm: async (_part, form) => {
    await send('PUT', '/api/v1/auth/self/confirmation', { passkey: await ask() })
    /** @type {HTMLInputElement | null} */
    const password = form.querySelector('[name="current_password"]')
    // It need not be proved twice.
    if (password) password.disabled = true
    form.requestSubmit()
  },
  make: async (part, form) => {
    const url = `/api/v1/users/${part.dataset.member}/authenticators/passkeys`
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await send('POST', `${url}/options`))
    const credential = toJson(await navigator.credentials.create({ publicKey }))
    const field = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
    const added = await send('POST', url, { name: field('factor_name').value, credential })
    field('codes').value = (added.recovery_codes ?? []).join(' ')
    form.submit()
  },
}

/** @param {HTMLElement} part */
function enable(part) {
  const button = part.querySelector('button')
  const problem = /** @type {HTMLElement | null} */ (part.querySelector('[role="alert"]'))
  const form = part.closest('form')
  if (!button || !problem || !form) return
  part.hidden = false
  button.addEventListener('click', async () => {
    problem.textContent = ''
    button.disabled = true
    try {
      await acts[/** @type {Act} */ (part.dataset.passkey)](part, form)
    } catch (error) {
      const isBanned = /** @type {Error} */ (error).message === 'account is banned'
      problem.textContent = (isBanned ? part.dataset.banned : part.dataset.failed) ?? ''
    } finally {
      button.disabled = false
    }
  })
}

if (isSupported)
  for (const part of document.querySelectorAll('[data-passkey]')) enable(/** @type {HTMLElement} */ (part))
