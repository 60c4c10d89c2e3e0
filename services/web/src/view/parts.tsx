import type { Schemas } from '@agora/client'
import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { MARKS, markOf } from '@agora/shared/users/mark'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Visit } from '../http/visit.ts'
import { dayInWords, momentInWords, timeInWords } from '../words/times.ts'

export type ShortUser = Schemas['ShortUser']

export const nameOf = (user: ShortUser): string => user.display_name.current.value

/** A time in words, with the exact time as its title. */
export function Time({ visit, time }: { visit: Visit; time: string }) {
  const { words, until } = timeInWords(visit, time)
  visit.making?.endsAt(until)
  return html`<time datetime="${time}" title="${momentInWords(visit, time)}">${words}</time>`
}

/** The day alone, after "since". */
export const Day = ({ visit, time }: { visit: Visit; time: string }) =>
  html`<time datetime="${time}" title="${momentInWords(visit, time)}">${dayInWords(visit, time)}</time>`

/** The exact time: of what ends, "in 2 days" may be wrong by half a day. */
export const Moment = ({ visit, time }: { visit: Visit; time: string }) =>
  html`<time datetime="${time}">${momentInWords(visit, time)}</time>`

/** What somebody wrote, in the quotation marks of the reader's language. */
export const Said = ({ visit: { words }, text }: { visit: Visit; text: string }) => (
  <p class="said" dir="auto">
    {words.quoted(text)}
  </p>
)

/** The sides of the pictures, in pixels: for a dense screen, more than what they are shown in. */
const SIDES = { '': 96, small: 96, large: 192 } as const

/**
 * What a member is shown by, chosen or drawn. It has one address wherever it is shown, which browsers keep for a while:
 * a page with twenty posts of five members loads five at most. Nothing to read: the name stands beside it. An erased
 * member has none: whoever asks for it is told that there is no such member.
 */
export function Avatar({ id, name, size = '' }: { id: string; name: string; size?: keyof typeof SIDES }) {
  if (name === DELETED_MEMBER) return NoAvatar({ size })
  return html`<img class="avatar ${size}" src="/api/v1/users/${id}/avatar?size=${SIDES[size]}" alt="" loading="lazy">`
}

/** An avatar's place, where there is no member to show. */
export const NoAvatar = ({ size = '' }: { size?: keyof typeof SIDES }) =>
  html`<span class="avatar ${size}"></span>`

/** Tells members of one name apart: made from the account, it never changes. */
export const Mark = ({ id }: { id: string }) => html`<span class="mark">${MARKS}${markOf(id)}</span>`

/** A member's name; unmarked where there is no room for more. */
export const MemberLink = ({ user, isMarked = true }: { user: ShortUser; isMarked?: boolean }) =>
  html`<a class="member" href="/members/${user.id}"><bdi>${nameOf(user)}</bdi>${isMarked && Mark({ id: user.id })}</a>`

interface AuthorProps {
  visit: Visit
  author: Schemas['ForumActor']
  isMarked?: boolean
}

/** The author: a member, an unnamed moderator, or an application. */
export function Author({ visit, author, isMarked = true }: AuthorProps) {
  const { words } = visit
  const role = author.role && (
    <span class="badge">{words.roles[author.role as keyof typeof words.roles] ?? author.role}</span>
  )
  if (author.user)
    return html`${MemberLink({ user: author.user, isMarked })} ${author.type === 'RoleForumActor' && role}`
  return <>{author.type === 'ClientForumActor' ? words.anApplication : (role ?? words.aModerator)}</>
}

/** A section's name, in the language of the section. */
export const SectionName = ({ section }: { section: { display_name: string; locale: string | null } }) => (
  <bdi lang={section.locale ?? undefined}>{section.display_name}</bdi>
)

export interface PagingProps {
  visit: Visit
  /** The path of the listing; a query that stays comes with its `?`. */
  path: string
  count: number
  size: number
  current: number
  /** Below a listing that has another one above. */
  isBelow?: boolean
}

/** The first and the last page, the current one and its neighbours; null for a gap. */
function pagesAround(current: number, last: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, last].filter((n) => n >= 1 && n <= last)
  const numbers = [...new Set(near)].sort((a, b) => a - b)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1] ?? 0
    return n - before === 2 ? [n - 1, n] : n - before > 2 ? [null, n] : [n]
  })
}

export function Paging({ visit: { words }, path, count, size, current, isBelow = false }: PagingProps) {
  const last = Math.max(1, Math.ceil(count / size))
  if (last === 1) return null
  const to = (n: number) =>
    n === 1 && !path.includes('?') ? path : `${path}${path.includes('?') ? '&' : '?'}page=${n}`
  return (
    <nav class="paging" aria-label={isBelow ? words.paging.below : words.paging.label}>
      {current > 1 && (
        <a rel="prev" href={to(current - 1)}>
          <span aria-hidden="true">←</span> <span>{words.paging.previous}</span>
        </a>
      )}
      <ol>
        {pagesAround(current, last).map((n) => (
          <li>
            {n === null ? (
              <span class="gap">…</span>
            ) : n === current ? (
              <a href={to(n)} aria-current="page">
                {n}
              </a>
            ) : (
              <a href={to(n)} aria-label={words.paging.page(n)}>
                {n}
              </a>
            )}
          </li>
        ))}
      </ol>
      {current < last && (
        <a rel="next" href={to(current + 1)}>
          <span>{words.paging.next}</span> <span aria-hidden="true">→</span>
        </a>
      )}
    </nav>
  )
}

/** A message that screen readers announce on load. */
export const Notice = ({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'alarm' | 'good'
  children: Child
}) => (
  <div class={`notice ${kind}`} role={kind === 'alarm' ? 'alert' : 'status'}>
    {children}
  </div>
)

/** Says that a change was made. */
export const Done = ({ children }: { children: Child }) => (
  <Notice kind="good">
    <p>{children}</p>
  </Notice>
)

interface LiveNoteProps {
  href: string
  children: Child
  [data: `data-${string}`]: string | number
}

/** Above the page, so that nothing moves when a script shows it; screen readers then announce it. */
export const LiveNote = ({ children, ...attributes }: LiveNoteProps) => (
  <div class="live" role="status">
    <a class="button" hidden {...attributes}>
      {children}
    </a>
  </div>
)

/** Shown instead of an empty list. */
export const Empty = ({ children }: { children: Child }) => <p class="empty">{children}</p>

interface RowsProps<Item> {
  items: readonly Item[]
  /** What is said where there are none. */
  none: string
  class?: string
  /** The list item of one. */
  children: (item: Item) => Child
}

export const Rows = <Item,>({ items, none, class: style = 'rows', children }: RowsProps<Item>) =>
  items.length === 0 ? <Empty>{none}</Empty> : <ul class={style}>{items.map(children)}</ul>

interface TabsProps {
  visit: Visit
  label: string
  tabs: readonly (readonly [href: string, name: string])[]
}

/** The most tabs that fit on a telephone: where there are more, it shows the first, which leads to all, and the current one. */
const MAX_TABS = 6

/** The tabs of pages that belong together. */
export function Tabs({ visit: { path }, label, tabs }: TabsProps) {
  const here = path.split('?', 1)[0] ?? ''
  const [current] = tabs
    .map(([href]) => href)
    .filter((href) => href === here || here.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)
  return (
    <nav class={`tabs ${tabs.length > MAX_TABS ? 'many' : ''}`} aria-label={label}>
      {tabs.map(([href, name]) => (
        <a href={href} aria-current={href !== current ? undefined : href === here ? 'page' : 'true'}>
          {name}
        </a>
      ))}
    </nav>
  )
}

interface ActionProps {
  visit: Visit
  to: string
  fields?: Record<string, string>
  children: Child
  class?: string
}

/** A form that is a single button. */
export const Action = ({ visit, to, fields = {}, children, class: style = 'quiet' }: ActionProps) => (
  <form method="post" action={to} class="action">
    <FormToken visit={visit} />
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button class={style}>{children}</button>
  </form>
)

export const FormToken = ({ visit }: { visit: Visit }) => (
  <input type="hidden" name="form-token" value={visit.forms.token()} />
)

const DOT = html`<span class="dot" aria-hidden="true"> · </span>`

/** Joins items with a dot that screen readers skip. */
export const Dots = ({ children }: { children: Child[] }) => (
  <>
    {children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .flatMap((child, index) => (index > 0 ? [DOT, child] : [child]))}
  </>
)

/** Facts beside a title, in small letters. */
export const Meta = ({ children }: { children: Child[] }) => (
  <p class="meta">
    <Dots>{children}</Dots>
  </p>
)
