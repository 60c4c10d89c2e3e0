import { maybe, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Action } from '../../view/parts.tsx'

export type Level = 'Watching' | 'Muted' | 'None'

const levelIn = (form: Form) => (form.text('level') === 'Muted' ? 'Muted' : 'Watching')

/** How a member follows a thread; undefined for guests. */
export async function levelOfThread({ api, me }: Visit, thread: string): Promise<Level | undefined> {
  if (!me) return undefined
  const path = { thread_ref: thread }
  return (await maybe(api.GET('/api/v1/forum/threads/{thread_ref}/subscription', { params: { path } })))
    ?.level
}

export async function levelOfSection({ api, me }: Visit, section: string): Promise<Level | undefined> {
  if (!me) return undefined
  const path = { section_ref: section }
  return (await maybe(api.GET('/api/v1/forum/sections/{section_ref}/subscription', { params: { path } })))
    ?.level
}

export const watchThread: Writer = async ({ api }, { thread = '' }, form) => {
  const path = { thread_ref: thread }
  await must(
    api.PUT('/api/v1/forum/threads/{thread_ref}/subscription', {
      params: { path },
      body: { level: levelIn(form) },
    }),
  )
  return redirect(`/threads/${thread}`)
}

export const watchSection: Writer = async ({ api }, { section = '' }, form) => {
  const path = { section_ref: section }
  await must(
    api.PUT('/api/v1/forum/sections/{section_ref}/subscription', {
      params: { path },
      body: { level: levelIn(form) },
    }),
  )
  return redirect(`/sections/${section}`)
}

/** Turns watching on or off. */
export function WatchButton({ visit, to, level }: { visit: Visit; to: string; level: Level | undefined }) {
  if (level === undefined) return null
  const isWatching = level === 'Watching'
  return (
    <Action visit={visit} to={to} fields={{ level: isWatching ? 'Muted' : 'Watching' }}>
      {isWatching ? visit.words.notifications.mute : visit.words.notifications.watch}
    </Action>
  )
}
