// New replies to the thread that is being read: told of below, and put there when the reader wants them.
import { countAnew, told } from './unread.js'

const note = document.querySelector('[data-thread]')
const posts = document.querySelector('.posts')

/** Undefined where they stand on a page that is not this one. */
async function newPosts() {
  const answer = await fetch(location.href)
  if (!answer.ok) return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const added = [...page.querySelectorAll('.posts > article')].filter(
    ({ id }) => !document.getElementById(id),
  )
  const paging = page.querySelector('main > .paging:last-of-type')
  return added.length === 0 || paging?.querySelector('[rel="next"]') ? undefined : added
}

async function show(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  note.setAttribute('aria-busy', 'true')
  const added = await newPosts().catch(() => undefined)
  if (!added) {
    location.assign(note.href)
    return
  }
  posts.append(...added)
  note.hidden = true
  note.removeAttribute('aria-busy')
  countAnew()
  added[0].tabIndex = -1
  added[0].focus()
}

if (note) {
  for (const kind of ['Reply', 'Mention', 'Quote'])
    told.addEventListener(kind, ({ detail }) => {
      if (detail.thread?.id === note.dataset.thread) note.hidden = false
    })
  note.addEventListener('click', show)
}
