import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Texts, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Check, Input, type Problem, Select } from '../../view/fields.tsx'
import { checked, isChanged, OriginalValues, originalsIn } from '../../view/original-values.tsx'
import { Action, Done } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { readHead, threadPath } from '../reading/addresses.ts'
import { crumbsTo } from '../reading/crumbs.ts'
import { type ThreadMark, threadMarks } from '../reading/marks.tsx'

type Thread = Schemas['ForumThread']

/** What was written in the page's forms, and what is wrong with which of them. */
interface Written {
  kept?: Texts
  settings?: { form: Form; problem: Problem }
  moveProblem?: Problem
  deleteProblem?: Problem
}

const pathOf = (thread: string) => ({ params: { path: { thread_ref: thread } } })

export const showThreadTools: Reader = (visit, { thread = '' }, kept) => toolsPage(visit, thread, { kept })

export const updateThread: Writer = async (visit, { thread = '' }, form) => {
  const changes = (['title', ...threadMarks] as const).filter((name) => isChanged(form, name))
  const body = Object.fromEntries(
    changes.map((name) => [name, name === 'title' ? form.text(name) : form.has(name)]),
  )
  const { refusal } = await attempt(
    must(visit.api.PATCH('/api/v1/forum/threads/{thread_ref}', { ...pathOf(thread), body })),
  )
  if (!refusal)
    return changed(
      thread,
      changes.map((name) => (name === 'title' ? name : markChange(name, form.has(name)))),
    )
  return toolsPage(visit, thread, { settings: { form, problem: problemOf(refusal, visit) } })
}

/** To the thread, which says what has changed. */
const changed = (thread: string, changes: readonly string[]) =>
  redirect(`/threads/${thread}${changes.length > 0 ? `?changed=${changes.join('+')}` : ''}`)

/** Names what became of a mark, since the address may be opened again when it has changed back. */
const markChange = (mark: ThreadMark, isSet: boolean) => `${mark}-${isSet ? 'set' : 'unset'}`

/** What a moderator has just changed about the thread, but for marks that have changed since. */
export function Changed({ visit: { words, query }, thread }: { visit: Visit; thread: Thread }) {
  const said: Record<string, string> = {
    ...words.tools.changed,
    ...Object.fromEntries(
      threadMarks.map((mark) => [
        markChange(mark, thread[mark]),
        words.marks[mark][thread[mark] ? 'set' : 'unset'],
      ]),
    ),
  }
  const changes = (query.get('changed') ?? '').split(' ').filter((one) => Object.hasOwn(said, one))
  return changes.length > 0 && <Done>{changes.map((one) => said[one]).join(' ')}</Done>
}

export const moveThread: Writer = async (visit, { thread = '' }, form) => {
  const { refusal } = await attempt(
    must(
      visit.api.POST('/api/v1/forum/threads/{thread_ref}/section', {
        ...pathOf(thread),
        body: { section: { type: 'ForumSection', id: form.text('section') } },
      }),
    ),
  )
  if (!refusal) return changed(thread, ['moved'])
  return toolsPage(visit, thread, { moveProblem: problemOf(refusal, visit) })
}

export const deleteThread: Writer = async (visit, { thread = '' }, form) => {
  const { refusal } = await attempt(
    must(
      visit.api.DELETE('/api/v1/forum/threads/{thread_ref}', {
        ...pathOf(thread),
        body: { comment: form.optional('comment') ?? null },
      }),
    ),
  )
  if (!refusal) return redirect(`/threads/${thread}`)
  return toolsPage(visit, thread, { deleteProblem: problemOf(refusal, visit) })
}

export const restoreThread: Writer = async ({ api }, { thread = '' }) => {
  const { refusal } = await attempt(
    must(api.POST('/api/v1/forum/threads/{thread_ref}/restore', pathOf(thread))),
  )
  // Already restored by somebody else is fine.
  if (refusal && refusal.status !== 409) throw refusal
  return changed(thread, ['restored'])
}

/** A thread that its moderators can see but not delete has been deleted. */
export const isDeleted = ({ section, self }: Thread): boolean =>
  section.self.roles.length > 0 && !self.can_delete

async function toolsPage(visit: Visit, ref: string, written: Written) {
  const { api, words } = visit
  const [thread, sections] = await Promise.all([readHead(visit, ref), readSections(api)])
  if (thread.section.self.roles.length === 0) throw new ApiRefusal(403, 'may not moderate')
  const problem = written.settings?.problem ?? written.moveProblem ?? written.deleteProblem
  return page(
    words.thread.moderate,
    isDeleted(thread) ? (
      <div class="card">
        <p>{words.tools.isDeleted}</p>
        <Action visit={visit} to={`/threads/${thread.id}/restore`} class="">
          {words.tools.restore}
        </Action>
      </div>
    ) : (
      <>
        <Settings visit={visit} thread={thread} written={written} />
        <Move visit={visit} thread={thread} sections={sections} written={written} />
        <Deletion visit={visit} thread={thread} written={written} />
      </>
    ),
    {
      problem,
      crumbs: [
        ...crumbsTo(visit, thread.section, true),
        { href: threadPath(thread), name: thread.title, locale: thread.section.locale },
      ],
      isIndexed: false,
    },
  )
}

interface PartProps {
  visit: Visit
  thread: Thread
  written: Written
}

function Settings({ visit, thread, written }: PartProps) {
  const { form, problem } = written.settings ?? {}
  const { title } = thread
  const marks = Object.fromEntries(threadMarks.map((mark) => [mark, checked(thread[mark])]))
  return (
    <PostForm visit={visit} to={`/threads/${thread.id}/moderate`} problem={problem}>
      <OriginalValues values={form ? originalsIn(form) : { title, ...marks }} />
      <Input
        name="title"
        label={visit.words.fields.title}
        value={form?.text('title') ?? written.kept?.title ?? title}
        isRequired
        most={128}
        locale={thread.section.locale}
      />
      {threadMarks.map((mark) => (
        <Check
          name={mark}
          label={visit.words.marks[mark].label}
          isChecked={form?.has(mark) ?? thread[mark]}
        />
      ))}
      <button>{visit.words.compose.save}</button>
    </PostForm>
  )
}

function Move({
  visit,
  thread,
  sections,
  written,
}: PartProps & { sections: readonly Schemas['ForumSection'][] }) {
  const parents = new Set(sections.map(({ parent }) => parent?.id))
  const targets = sections.filter(({ id, self }) => self.roles.length > 0 && !parents.has(id))
  if (targets.length < 2) return null
  return (
    <PostForm
      visit={visit}
      to={`/threads/${thread.id}/move`}
      heading={visit.words.tools.move}
      problem={written.moveProblem}
    >
      <Select
        name="section"
        label={visit.words.tools.to}
        value={thread.section.id}
        options={targets.map(({ id, display_name }) => [id, display_name])}
      />
      <button class="quiet">{visit.words.tools.move}</button>
    </PostForm>
  )
}

const Deletion = ({ visit, thread, written }: PartProps) => (
  <PostForm
    visit={visit}
    to={`/threads/${thread.id}/delete`}
    heading={visit.words.tools.delete}
    problem={written.deleteProblem}
    isDraft
  >
    <Input
      name="comment"
      label={visit.words.tools.why}
      hint={visit.words.tools.whyHint}
      value={written.kept?.comment}
      most={2_000}
    />
    <button class="quiet alarm">{visit.words.tools.delete}</button>
  </PostForm>
)
