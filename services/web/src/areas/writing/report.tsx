import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { type Crumb, page, redirect } from '../../http/outcome.ts'
import type { Reader, Texts, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { Select, TextArea } from '../../view/fields.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { readHead, threadPath } from '../reading/addresses.ts'
import { crumbsTo, wayTo } from '../reading/crumbs.ts'
import { blank, refused, type Written, writtenIn } from './composer.tsx'

type Reason = Schemas['ForumReportInput']['reason']
type Reporting = Written & { reason: Reason }

const reasons = ['Spam', 'Harassment', 'NsfwContent', 'OffTopic', 'Illegal', 'Other'] as const
const reasonIn = (form: Form): Reason => reasons.find((one) => one === form.text('reason')) ?? 'Other'

/** What is reported: its location and its text. */
interface Target {
  path: string
  title: string
  html: string | undefined
  locale: string | null
  crumbs: Crumb[]
}

const start = ({ body }: Texts): Reporting => ({ ...blank(body), reason: 'Spam' })
const reportingIn = (form: Form): Reporting => ({ ...writtenIn(form), reason: reasonIn(form) })
const bodyOf = ({ reason, body }: Reporting) => ({ reason, ...(body.trim() === '' ? {} : { body }) })

async function postTarget(visit: Visit, ref: string): Promise<Target> {
  const read = (offset: number) =>
    must(
      visit.api.GET('/api/v1/forum/posts/{post_ref}', {
        params: { path: { post_ref: ref }, query: { offset, limit: 1 } },
      }),
    )
  const first = await read(0)
  const { count } = first.revisions
  const post = count > 1 ? await read(count - 1) : first
  const { locale, crumbs } = await wayTo(visit, post)
  const { html } = post.revisions.items[0]?.content ?? {}
  return { path: `/posts/${post.id}`, title: post.thread.title, html, locale, crumbs }
}

async function threadTarget(visit: Visit, ref: string): Promise<Target> {
  const { id, title, section } = await readHead(visit, ref)
  const path = `/threads/${id}`
  const { locale } = section
  const crumbs = [...crumbsTo(visit, section, true), { href: threadPath({ id, title }), name: title, locale }]
  return { path, title, html: undefined, locale, crumbs }
}

export const showPostReport: Reader = async (visit, { post = '' }, kept) =>
  reportPage(visit, await postTarget(visit, post), start(kept))

export const showThreadReport: Reader = async (visit, { thread = '' }, kept) =>
  reportPage(visit, await threadTarget(visit, thread), start(kept))

export const reportPost: Writer = async (visit, { post = '' }, form) => {
  const reporting = reportingIn(form)
  const { refusal } = await attempt(
    must(
      visit.api.POST('/api/v1/forum/posts/{post_ref}/reports', {
        params: { path: { post_ref: post }, header: { 'idempotency-key': reporting.key } },
        body: bodyOf(reporting),
      }),
    ),
  )
  return refusal
    ? reportPage(visit, await postTarget(visit, post), refused(reporting, refusal, visit))
    : redirect('/reports?sent=1')
}

export const reportThread: Writer = async (visit, { thread = '' }, form) => {
  const reporting = reportingIn(form)
  const { refusal } = await attempt(
    must(
      visit.api.POST('/api/v1/forum/threads/{thread_ref}/reports', {
        params: { path: { thread_ref: thread }, header: { 'idempotency-key': reporting.key } },
        body: bodyOf(reporting),
      }),
    ),
  )
  return refusal
    ? reportPage(visit, await threadTarget(visit, thread), refused(reporting, refusal, visit))
    : redirect('/reports?sent=1')
}

function reportPage(visit: Visit, target: Target, { key, body, reason, problem }: Reporting) {
  const { words } = visit
  const { path, title, html, locale, crumbs } = target
  return page(
    html === undefined ? words.report.thread : words.report.post,
    <>
      {html !== undefined && (
        <div class="card">
          <h2>
            <bdi lang={locale ?? undefined}>{title}</bdi>
          </h2>
          <Content html={html} locale={locale} />
        </div>
      )}
      <PostForm visit={visit} to={`${path}/report`} problem={problem} isDraft>
        <input type="hidden" name="key" value={key} />
        <p>{words.report.intro}</p>
        <Select
          name="reason"
          label={words.report.reason}
          value={reason}
          options={reasons.map((one) => [one, words.reasons[one]])}
        />
        <TextArea
          name="body"
          label={words.report.more}
          hint={words.report.moreHint}
          value={body}
          rows={4}
          most={4_000}
        />
        <SubmitOr label={words.report.send} to={path} link={words.back} />
      </PostForm>
    </>,
    { problem, crumbs, isIndexed: false },
  )
}
