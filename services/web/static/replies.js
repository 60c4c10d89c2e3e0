// New replies to the current thread: announced below, and inserted when the reader wants them.
import { watch } from './calm.js'
import { countAnew, told } from './unread.js'

const note = document.querySelector('[data-thread]')
const posts = document.querySelector('.posts')
/** How many posts the reader has seen. */
let known = Number(note.dataset.posts)

/** The page as it reads now; its new posts are undefined if they are on another page. */
async function readAnew() {
  const answer = await fetch(location.href)
  if (!answer.ok) return {}
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const added = [...page.querySelectorAll('.posts > article')].filter(
    ({ id }) => !document.getElementById(id),
  )
  const paging = page.querySelector('main > .paging:last-of-type')
  if (added.length === 0 || paging?.querySelector('[rel="next"]')) return {}
  return { added, count: Number(page.querySelector('[data-posts]').dataset.posts) }
}

async function show(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  note.setAttribute('aria-busy', 'true')
  const { added, count } = await readAnew().catch(() => ({}))
  if (!added) {
    location.assign(note.href)
    return
  }
  known = count
  posts.append(...added)
  note.hidden = true
  note.removeAttribute('aria-busy')
  countAnew()
  added[0].tabIndex = -1
  added[0].focus()
}

// Those who watch the thread are notified by their stream at once.
for (const kind of ['Reply', 'Mention', 'Quote'])
  told.addEventListener(kind, ({ detail }) => {
    if (detail.thread?.id === note.dataset.thread) note.hidden = false
  })
watch(`/api/v1/forum/threads/${note.dataset.thread}?limit=0`, (thread) => {
  if (thread.posts.count > known) note.hidden = false
})
note.addEventListener('click', show)
