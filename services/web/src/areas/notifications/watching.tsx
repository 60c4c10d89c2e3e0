import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { PostForm } from '../../view/post-form.tsx'

type Subscription = Schemas['ForumSubscription']

/** What a member can choose; `Normal` is what holds without a choice. */
const choices = ['Watching', 'Normal', 'Muted'] as const

export const watchThread: Writer = async ({ api }, { thread = '' }, form) => {
  const url = '/api/v1/forum/threads/{thread_ref}/subscription'
  const params = { path: { thread_ref: thread } }
  const level = choices.find((one) => one === form.text('level')) ?? 'Normal'
  await must(level === 'Normal' ? api.DELETE(url, { params }) : api.PUT(url, { params, body: { level } }))
  return redirect(`/threads/${thread}`)
}

export const watchSection: Writer = async ({ api }, { section = '' }, form) => {
  const url = '/api/v1/forum/sections/{section_ref}/subscription'
  const params = { path: { section_ref: section } }
  const level = choices.find((one) => one === form.text('level')) ?? 'Normal'
  await must(level === 'Normal' ? api.DELETE(url, { params }) : api.PUT(url, { params, body: { level } }))
  return redirect(`/sections/${section}`)
}

interface Props {
  visit: Visit
  to: string
  /** Undefined where there is nothing to choose. */
  watching: Subscription | undefined
}

/** How to follow a thread or a section. Without a choice it says what holds instead, if that is more than nothing. */
export function Watching({ visit, to, watching }: Props) {
  if (watching === undefined) return null
  const { words } = visit
  const { level, is_default: isDefault } = watching
  const chosen = isDefault || level === 'None' ? 'Normal' : level
  const { levels, byDefault } = words.notifications
  return (
    <PostForm visit={visit} to={to} class="watching" aria-label={words.notifications.following}>
      {choices.map((one) => (
        <button
          name="level"
          value={one}
          class="quiet"
          aria-pressed={one === chosen ? 'true' : 'false'}
          title={words.notifications.meaning[one]}
        >
          {levels[one]}
          {one === 'Normal' && isDefault && level !== 'None' && ` (${byDefault[level]})`}
        </button>
      ))}
    </PostForm>
  )
}
