import { ApiRefusal, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Body, Content } from '../../view/content.tsx'
import { Input, type Problem } from '../../view/fields.tsx'
import { Action } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { wayTo } from '../reading/crumbs.ts'
import { sourceOf } from '../writing/source.ts'

export const showHide: Reader = (visit, { post = '' }, { comment = '' }) => hidePage(visit, post, { comment })

export const hide: Writer = async (visit, { post: id = '' }, form) => {
  const { refusal } = await attempt(
    must(
      visit.api.DELETE('/api/v1/forum/posts/{post_ref}', {
        params: { path: { post_ref: id } },
        body: { last_revision_id: form.text('revision'), comment: form.optional('comment') ?? null },
      }),
    ),
  )
  if (!refusal) return redirect(`/posts/${id}`)
  const said = problemOf(refusal, visit)
  const hasChanged = refusal.status === 403 || refusal.status === 409
  const problem = hasChanged ? { ...said, text: visit.words.hiding.refused } : said
  return hidePage(visit, id, { comment: form.text('comment'), problem })
}

/** Writes the last visible text once more. */
export const unhide: Writer = async (visit, { post: id = '' }) => {
  const { revisions } = await sourceOf(visit, id)
  const last = revisions.items.at(-1)
  const readable = revisions.items.findLast(({ content }) => content?.marktwin !== undefined)
  if (!last || !readable?.content?.marktwin) throw new ApiRefusal(409, 'there is nothing to bring back')
  await must(
    visit.api.PATCH('/api/v1/forum/posts/{post_ref}', {
      params: { path: { post_ref: id } },
      body: {
        last_revision_id: last.id,
        content: readable.content.marktwin,
        moderation: null,
        comment: null,
      },
    }),
  )
  return redirect(`/posts/${id}`)
}

async function hidePage(visit: Visit, id: string, written: { comment?: string; problem?: Problem }) {
  const { words } = visit
  const post = await sourceOf(visit, id)
  if (!post.self.can_delete) throw new ApiRefusal(403, 'the post may not be hidden')
  const { locale, crumbs } = await wayTo(visit, post)
  const last = post.revisions.items.at(-1)
  const isHidden = last?.content === null
  const readable = post.revisions.items.findLast(({ content }) => content !== null)
  return page(
    isHidden ? words.hiding.unhide : words.hiding.hide,
    <div class="card">
      <div class="reported">
        <h2>
          <bdi lang={locale ?? undefined}>{post.thread.title}</bdi>
        </h2>
        {isHidden && readable?.content ? (
          <Content html={readable.content.html} locale={locale} />
        ) : (
          last && <Body visit={visit} revision={last} locale={locale} />
        )}
      </div>
      {isHidden ? (
        <Action visit={visit} to={`/posts/${id}/unhide`} class="">
          {words.hiding.unhide}
        </Action>
      ) : (
        <PostForm visit={visit} to={`/posts/${id}/hide`} class="" problem={written.problem} isDraft>
          <input type="hidden" name="revision" value={last?.id} />
          <Input
            name="comment"
            label={words.hiding.note}
            hint={words.hiding.noteHint}
            value={written.comment}
            most={2_000}
          />
          <SubmitOr label={words.hiding.hide} to={`/posts/${id}`} link={words.back} />
        </PostForm>
      )}
    </div>,
    { problem: written.problem, crumbs, isIndexed: false },
  )
}
