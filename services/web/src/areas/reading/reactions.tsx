import type { Schemas } from '@agora/client'
import { reactionKeys } from '@agora/shared/config/reactions'
import { html } from 'hono/html'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { iconOf } from '../../view/icons.ts'
import { Empty, FormToken, MemberLink } from '../../view/parts.tsx'
import { placeOf } from './addresses.ts'

type Reactions = Schemas['ForumPostReactions']['reactions']

/** How many names a page shows of each reaction. */
const MAX_NAMES = 100

/** The reactions to each post of a thread's page, by its id. */
export const reactionsOf = ({ reactions = [] }: Schemas['ForumThread']): ReadonlyMap<string, Reactions> =>
  new Map(reactions.map(({ post, reactions: ofPost }) => [post, ofPost]))

/** Gives a reaction, or takes it back. */
export const react: Writer = async ({ api }, { post = '' }, form) => {
  const [given, taken] = [form.optional('give'), form.optional('take')]
  const path = { post_ref: post, key: given ?? taken ?? '' }
  const url = '/api/v1/forum/posts/{post_ref}/reactions/{key}'
  await must(given === undefined ? api.DELETE(url, { params: { path } }) : api.PUT(url, { params: { path } }))
  return redirect(
    placeOf(
      await must(
        api.GET('/api/v1/forum/posts/{post_ref}/location', { params: { path, query: { include: 'title' } } }),
      ),
    ),
  )
}

/** Who has reacted to a post. */
export const showReactions: Reader = async (visit, { post: id = '' }) => {
  const { api, config, words } = visit
  const ofPost = await Promise.all(
    reactionKeys(config).map(async (key) => {
      const params = { path: { post_ref: id, key }, query: { limit: MAX_NAMES } }
      const { count, items } = await must(
        api.GET('/api/v1/forum/posts/{post_ref}/reactions/{key}', { params }),
      )
      return { key, count, items }
    }),
  )
  const given = ofPost.filter(({ count }) => count > 0)
  return page(
    words.reactions.title,
    <>
      {given.length === 0 && <Empty>{words.reactions.none}</Empty>}
      {given.map(({ key, count, items }) => (
        <section class="card">
          <h2>
            <span role="img" aria-label={key}>
              {iconOf(key)}
            </span>{' '}
            {count}
          </h2>
          <ul class="people">
            {items.map((user) => (
              <li>
                <MemberLink user={user} />
              </li>
            ))}
          </ul>
          {count > items.length && <p class="meta">{words.reactions.others(count - items.length)}</p>}
        </section>
      ))}
      <p>
        <a href={`/posts/${id}`}>{words.reactions.toPost}</a>
      </p>
    </>,
  )
}

interface BarProps {
  visit: Visit
  thread: Schemas['ForumThread']
  post: Schemas['ForumPost']
  /** The id of its author's heading. */
  by: string
  reactions: Reactions
}

type OwnReaction = Pick<Reactions[number], 'key' | 'count' | 'mine'>

const untouched = (key: string): OwnReaction => ({ key, count: 0, mine: false })

function buttonOf({ key, count, mine }: OwnReaction) {
  const label = count > 0 ? `${key} ${count}` : key
  return html`<button class="reaction" name="${mine ? 'take' : 'give'}" value="${key}" aria-pressed="${String(mine)}" aria-label="${label}">${iconOf(key)}${count > 0 && ` ${count}`}</button>`
}

/** A post's reactions, and buttons for those who may react; as text, like the post. */
export function ReactionBar({ visit, thread, post, by, reactions }: BarProps) {
  const { me, words, config } = visit
  const { id, author, revisions } = post
  if (revisions.last.content === null) return null
  const mayReact = me && author.user?.id !== me.id && (thread.self.can_post || thread.is_locked)
  if (!mayReact && reactions.length === 0) return null
  const who =
    reactions.length > 0 &&
    html`<a class="who" href="/posts/${id}/reactions" aria-describedby="${by}">${words.reactions.who}</a>`
  if (!mayReact)
    return html`<p class="reactions">${reactions.map(
      ({ key, count }) =>
        html`<span class="reaction" role="img" aria-label="${key} ${count}">${iconOf(key)} ${count}</span>`,
    )}${who}</p>`
  const given = new Map(reactions.map((one) => [one.key, one]))
  const buttons = reactionKeys(config).map((key) => buttonOf(given.get(key) ?? untouched(key)))
  return html`<form method="post" action="/posts/${id}/reactions" class="reactions">${FormToken({ visit })}${buttons}${who}</form>`
}
