import type { Child } from 'hono/jsx'
import type { Visit } from '../http/visit.ts'
import { FormProblem, KeptDraft, type Problem, RefusedForm } from './fields.tsx'
import { FormToken } from './parts.tsx'

interface PostFormProps {
  visit: Visit
  /** The path that takes it. */
  to: string
  heading?: string | undefined
  /** Why it was refused: shown beside the field that it concerns, or here. */
  problem?: Problem | undefined
  /** Whether a script keeps what the member writes until it is sent. */
  isDraft?: boolean
  /** None by ''. */
  class?: string
  id?: string
  enctype?: 'multipart/form-data'
  children: Child
  [data: `data-${string}`]: string | undefined
}

/** A form that changes something, with its sender's token. */
export const PostForm = ({
  visit,
  to,
  heading,
  problem,
  isDraft = false,
  class: style = 'card',
  children,
  ...attributes
}: PostFormProps) => (
  <form
    method="post"
    action={to}
    class={style || undefined}
    {...(isDraft && { 'data-draft': visit.me?.id })}
    {...attributes}
  >
    {heading !== undefined && <h2>{heading}</h2>}
    <FormToken visit={visit} />
    <FormProblem problem={problem} />
    {isDraft && <KeptDraft words={visit.words} />}
    <RefusedForm.Provider value={problem}>{children}</RefusedForm.Provider>
  </form>
)

interface SubmitOrProps {
  /** The button's. */
  label: string
  /** Where the link beside it leads, and its words. */
  to: string
  link: string
}

/** The end of a form on a page of its own: sends it, or leads elsewhere. */
export const SubmitOr = ({ label, to, link }: SubmitOrProps) => (
  <p class="choices">
    <button>{label}</button> <a href={to}>{link}</a>
  </p>
)
