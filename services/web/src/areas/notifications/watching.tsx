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

/**
 * How to follow a thread or a section, in a menu that says what holds; without a choice, what holds instead, if that is more
 * than nothing.
 */
export function Watching({ visit, to, watching }: Props) {
  if (watching === undefined) return null
  const { level, is_default: isDefault } = watching
  const chosen = isDefault || level === 'None' ? 'Normal' : level
  const { levels, byDefault, following, meaning } = visit.words.notifications
  const held = isDefault && level !== 'None' ? `${levels.Normal} (${byDefault[level]})` : levels[chosen]
  return (
    <details class="menu watching">
      <summary class="button quiet" aria-label={`${following}: ${held}`}>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path d="M10 2a5 5 0 0 0-5 5v4l-2 3h14l-2-3V7a5 5 0 0 0-5-5zM8 17h4" />
        </svg>
        {held}
      </summary>
      <PostForm visit={visit} to={to} class="menu-items">
        {choices.map((one) => (
          <button name="level" value={one} class="link" aria-pressed={one === chosen ? 'true' : 'false'}>
            {levels[one]}
            <small>{meaning[one]}</small>
          </button>
        ))}
      </PostForm>
    </details>
  )
}
