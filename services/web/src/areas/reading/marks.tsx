import type { Schemas } from '@agora/client'
import { html } from 'hono/html'
import type { Visit } from '../../http/visit.ts'

/** What moderators mark threads with: a field of the API, and words under its name in `words.marks`. */
export type ThreadMark = Exclude<keyof Schemas['ForumThreadPatch'], 'title'>

/** Paths in a square of 16. */
const icons: Record<ThreadMark, string> = {
  is_pinned: 'M5 1h6l-1 5 3 3v1H8.7L8 15l-.7-5H3V9l3-3z',
  is_locked: 'M3 7h1V5a4 4 0 0 1 8 0v2h1v8H3zm3 0h4V5a2 2 0 0 0-4 0z',
}

export const threadMarks = Object.keys(icons) as ThreadMark[]

interface Props {
  visit: Visit
  thread: Record<ThreadMark, boolean>
}

/** The marks that a thread has. */
export const MarkBadges = ({ visit: { words }, thread }: Props) =>
  html`${threadMarks
    .filter((mark) => thread[mark])
    .map(
      (mark) =>
        html`<span class="badge"><svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true"><path d="${icons[mark]}"/></svg> <span>${words.marks[mark].badge}</span></span> `,
    )}`
