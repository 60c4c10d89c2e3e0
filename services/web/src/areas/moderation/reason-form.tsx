import type { Child } from 'hono/jsx'
import type { ApiRefusal } from '../../api.ts'
import { must } from '../../api.ts'
import { type MorePage, page } from '../../http/outcome.ts'
import { problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { nameOf, type ShortUser } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { moderationCrumbs } from './scope.tsx'

export const memberBy = ({ api }: Visit, id: string): Promise<ShortUser> =>
  must(api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: id } } }))

/** A page by which somebody acts on a member. */
export const memberPage = (visit: Visit, member: ShortUser, title: string, body: Child, more: MorePage) =>
  page(title, body, {
    crumbs: [...moderationCrumbs(visit), { href: `/members/${member.id}`, name: nameOf(member) }],
    isIndexed: false,
    ...more,
  })

/** What was given as the reason, and why it was refused. */
export interface Reasoned {
  reason: string
  problem?: Problem
}

export const problemOfReason = (refusal: ApiRefusal, visit: Visit): Problem =>
  problemOf(refusal, visit, { reason: 'reason_text' })

interface ReasonFormProps {
  visit: Visit
  member: string
  /** The path that takes it, below the member's. */
  to: string
  heading?: string | undefined
  /** What the act means. */
  meaning: string
  /** Fields before the reason. */
  children?: Child
  hint?: string
  most?: number
  isFirst?: boolean
  given: Reasoned
  /** The button's. */
  label: string
}

/** The form of an act on a member that takes a reason. */
export const ReasonForm = (props: ReasonFormProps) => {
  const {
    visit,
    member,
    to,
    heading,
    meaning,
    children,
    hint,
    most = 2_000,
    isFirst = true,
    given,
    label,
  } = props
  const { words } = visit
  return (
    <PostForm
      visit={visit}
      to={`/members/${member}/${to}`}
      class="card narrow"
      heading={heading}
      problem={given.problem}
      isDraft
    >
      <p>{meaning}</p>
      {children}
      <Input
        name="reason_text"
        label={words.sanctions.reason}
        hint={hint}
        value={given.reason}
        isRequired
        most={most}
        isFirst={isFirst}
      />
      <SubmitOr label={label} to={`/members/${member}`} link={words.back} />
    </PostForm>
  )
}
