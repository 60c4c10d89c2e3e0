import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { Input } from '../../view/fields.tsx'
import { wayTo } from '../reading/crumbs.ts'
import {
  blank,
  Composer,
  composerScripts,
  refused,
  shownAgain,
  type Written,
  writtenIn,
} from './composer.tsx'
import { sourceOf } from './source.ts'
import { sentPath } from './text-links.ts'

type Post = Schemas['ForumSinglePost']
type Editing = Written & { comment: string; revision: string; isStale?: boolean }

export const showEdit: Reader = async (visit, { post: ref = '' }, { body, comment = '' }) => {
  const post = await sourceOf(visit, ref)
  if (!post.self.can_edit) throw new ApiRefusal(403, 'the post may not be edited')
  const last = post.revisions.items.at(-1)
  return editPage(visit, post, {
    ...blank(body ?? last?.content?.marktwin ?? ''),
    comment,
    // Somebody else may have edited it since this was begun.
    isStale: body !== undefined,
    revision: last?.id ?? '',
  })
}

export const editPost: Writer = async (visit, { post: ref = '' }, form) => {
  const post = await sourceOf(visit, ref)
  const editing = { ...writtenIn(form), comment: form.text('comment'), revision: form.text('revision') }
  const again = await shownAgain(visit, post.thread.section.id, form, editing)
  if (again) return editPage(visit, post, again)
  const last = post.revisions.items.at(-1)
  if (post.self.can_edit && last && last.id !== editing.revision)
    return editPage(visit, post, {
      ...editing,
      revision: last.id,
      isStale: true,
      problem: { text: visit.words.compose.changedMeanwhile, status: 409 },
    })
  const { value: edited, refusal } = await attempt(
    must(
      visit.api.PATCH('/api/v1/forum/posts/{post_ref}', {
        params: { path: { post_ref: post.id } },
        body: {
          last_revision_id: editing.revision,
          content: editing.body,
          comment: form.optional('comment') ?? null,
        },
      }),
    ),
  )
  return refusal
    ? editPage(visit, post, refused(editing, refusal, visit))
    : redirect(sentPath(post.id, editing.body, edited.revisions.items.at(-1)?.content?.html))
}

async function editPage(visit: Visit, post: Post, editing: Editing) {
  const { words } = visit
  const { locale, crumbs } = await wayTo(visit, post)
  const current = post.revisions.items.at(-1)?.content
  return page(
    words.compose.edit,
    <>
      <Composer
        visit={visit}
        action={`/posts/${post.id}/edit`}
        locale={locale}
        written={editing}
        send={words.compose.save}
        after={
          <>
            <input type="hidden" name="revision" value={editing.revision} data-drafted />
            <Input
              name="comment"
              label={words.fields.comment}
              hint={words.compose.commentHint}
              value={editing.comment}
              most={500}
            />
          </>
        }
      />
      {editing.isStale && current && (
        <section class="card">
          <h2>{words.compose.readsNow}</h2>
          <Content html={current.html} locale={locale} />
        </section>
      )}
    </>,
    { problem: editing.problem, crumbs, isIndexed: false, scripts: composerScripts },
  )
}
