// A cleanup: shows how far it has come until it is done.

/** @typedef {import('@agora/client').Schemas['ForumCleanup']} Cleanup */

const PAUSE_MS = 1_500

/** @type {HTMLElement | null} */
const progress = document.querySelector('#progress[data-member]')

/** The page as it is now, once there is something new to show. */
async function readAnew() {
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const now = page.getElementById('progress')
  if (!now || !progress) return
  progress.replaceChildren(...now.childNodes)
}

/** @param {string} shown */
async function follow(shown) {
  const answer = await fetch(`/api/v1/forum/users/${progress?.dataset.member}/cleanup`)
  // Of one that is undone there is nothing left.
  if (answer.status === 404) await readAnew()
  if (!answer.ok) return
  /** @type {Cleanup} */
  const cleanup = await answer.json()
  const now = JSON.stringify(cleanup)
  if (now !== shown) await readAnew()
  if (!cleanup.is_done) setTimeout(follow, PAUSE_MS, now)
}

if (progress) setTimeout(follow, PAUSE_MS, '')
