// Adds to the API's page what needs a script: the filter, and the forms that make requests.

const authorization = document.querySelector('#authorization')

/** Fields by where they go: in the path, in the query, in a header. */
const fieldsIn = (form, place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== '')

async function isSignedIn() {
  const self = await fetch('/api/v1/auth/self')
  return (await self.json()).type === 'User'
}

/** The session speaks unless somebody else is named. A refused guest would be asked for a password by the browser. */
async function credentialsOf(form) {
  if (authorization.value !== '') return 'omit'
  return 'guests' in form.dataset || (await isSignedIn()) ? 'same-origin' : 'omit'
}

function requestOf(form) {
  let { path } = form.dataset
  for (const { name, value } of fieldsIn(form, 'path'))
    path = path.replace(`{${name}}`, encodeURIComponent(value))
  const url = new URL(path, location.origin)
  for (const { name, value } of fieldsIn(form, 'query')) url.searchParams.set(name, value)
  const headers = new Headers(fieldsIn(form, 'header').map(({ name, value }) => [name, value]))
  if (authorization.value !== '') headers.set('authorization', authorization.value)
  const body = form.elements.namedItem('body')?.value.trim()
  if (body) headers.set('content-type', 'application/json')
  return { url, options: { method: form.dataset.method, headers, ...(body ? { body } : {}) } }
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function send(form) {
  const answer = form.querySelector('.answer')
  const button = form.querySelector('button')
  answer.textContent = 'Waiting for the answer …'
  button.disabled = true
  try {
    const { url, options } = requestOf(form)
    const response = await fetch(url, { ...options, credentials: await credentialsOf(form) })
    const line = document.createElement('p')
    line.textContent = `${response.status} ${response.statusText} from ${options.method} ${url.pathname}${url.search}`
    const body = document.createElement('pre')
    body.tabIndex = 0
    body.textContent = readable(await response.text())
    answer.replaceChildren(line, body)
  } catch (error) {
    answer.textContent = `No answer: ${error.message}`
  } finally {
    button.disabled = false
  }
}

function filter(words) {
  const wanted = words.toLowerCase().split(/\s+/)
  for (const section of document.querySelectorAll('#operations > section')) {
    for (const operation of section.querySelectorAll('.operation')) {
      const text = `${operation.id} ${operation.querySelector('summary').textContent}`.toLowerCase()
      operation.hidden = !wanted.every((word) => text.includes(word))
    }
    section.hidden = !section.querySelector('.operation:not([hidden])')
  }
}

/** What an address points at is shown: a closed part opens, a filtered one comes back. */
function reveal() {
  const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (target?.localName !== 'details') return
  target.open = true
  target.hidden = false
  target.closest('section').hidden = false
  target.scrollIntoView()
}

for (const form of document.querySelectorAll('form')) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.classList.contains('try')) send(form)
  })
}
document.querySelector('#words').addEventListener('input', ({ target }) => filter(target.value.trim()))
addEventListener('hashchange', reveal)
reveal()
