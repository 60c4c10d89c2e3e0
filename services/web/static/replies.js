// New replies to the current thread: announced below, and inserted when the reader wants them.
import { watch } from './calm.js'
import { countAnew, told } from './unread.js'

/** @typedef {import('@agora/client').Schemas['ForumThread']} Thread */

const note = /** @type {HTMLAnchorElement} */ (document.querySelector('a[data-thread]'))
const posts = document.querySelector('.posts')
/** How many posts the reader has seen. */
let known = Number(note.dataset.posts)

/** The new posts of the page as it reads now, and how many the thread has; undefined if they are on another page. */
async function readAnew() {
  const answer = await fetch(location.href)
  if (!answer.ok) return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  /** @type {NodeListOf<HTMLElement>} */
  const articles = page.querySelectorAll('.posts > article')
  const [first, ...others] = [...articles].filter(({ id }) => !document.getElementById(id))
  const paging = page.querySelector('main > .paging:last-of-type')
  /** @type {HTMLElement | null} */
  const head = page.querySelector('[data-posts]')
  if (!first || !head || paging?.querySelector('[rel="next"]')) return undefined
  return { first, others, count: Number(head.dataset.posts) }
}

/** @param {MouseEvent} event */
async function show(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  note.setAttribute('aria-busy', 'true')
  const found = await readAnew().catch(() => undefined)
  if (!found) {
    location.assign(note.href)
    return
  }
  const { first, others, count } = found
  known = count
  posts?.append(first, ...others)
  note.hidden = true
  note.removeAttribute('aria-busy')
  countAnew()
  first.tabIndex = -1
  first.focus()
}

// Those who watch the thread are notified by their stream at once.
for (const kind of ['Reply', 'Mention', 'Quote'])
  told.addEventListener(kind, (event) => {
    const { detail } = /** @type {CustomEvent<import('./unread.js').ForumNotification>} */ (event)
    if (detail.thread?.id === note.dataset.thread) note.hidden = false
  })
watch(`/api/v1/forum/threads/${note.dataset.thread}?limit=0`, (/** @type {Thread} */ thread) => {
  if (thread.posts.count > known) note.hidden = false
})
note.addEventListener('click', show)
