import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import { sendOnce } from '../../http/sent.ts'
import type { Visit } from '../../http/visit.ts'
import { Muted, muteIn } from '../../view/mute.tsx'
import { readHead, threadPath } from '../reading/addresses.ts'
import { crumbsTo } from '../reading/crumbs.ts'
import {
  blank,
  Composer,
  composerScripts,
  refused,
  shownAgain,
  type Written,
  writtenIn,
} from './composer.tsx'
import { sentPath } from './text-links.ts'

type Thread = Schemas['ForumThread']

export const showReply: Reader = async (visit, { thread: ref = '' }, { body }) => {
  const { api, query } = visit
  const thread = await readHead(visit, ref)
  const post = query.get('quote')
  const quotation = post
    ? await must(
        api.GET('/api/v1/forum/posts/{post_ref}/quotation', {
          params: { path: { post_ref: post }, query: { by: 'account' } },
        }),
      )
    : undefined
  return replyPage(visit, thread, blank(body ?? (quotation ? `${quotation.body}\n\n` : '')))
}

export const reply: Writer = async (visit, { thread: ref = '' }, form) => {
  const { api } = visit
  const thread = await readHead(visit, ref)
  const written = writtenIn(form)
  const again = await shownAgain(visit, thread.section.id, form, written)
  if (again) return replyPage(visit, thread, again)
  const { value: post, refusal } = await attempt(
    sendOnce(visit, form, () =>
      must(
        api.POST('/api/v1/forum/threads/{thread_ref}', {
          params: { path: { thread_ref: thread.id }, header: { 'idempotency-key': written.key } },
          body: { body: written.body },
        }),
      ),
    ),
  )
  return refusal
    ? replyPage(visit, thread, refused(written, refusal, visit))
    : redirect(sentPath(post.id, written.body, post.revisions.last.content?.html))
}

async function replyPage(visit: Visit, thread: Thread, written: Written) {
  const { words } = visit
  const mute = thread.self.can_post ? undefined : await muteIn(visit, thread.section.id)
  const composer = (
    <Composer
      visit={visit}
      action={`/threads/${thread.id}/reply`}
      locale={thread.section.locale}
      written={written}
      send={words.compose.sendAnswer}
    />
  )
  return page(
    words.compose.answerTo(thread.title),
    mute ? (
      <>
        <Muted visit={visit} mute={mute} />
        {/* What was written when the mute came is not lost. */}
        {written.body !== '' && composer}
      </>
    ) : (
      composer
    ),
    {
      problem: written.problem,
      crumbs: [
        ...crumbsTo(visit, thread.section, true),
        { href: threadPath(thread), name: thread.title, locale: thread.section.locale },
      ],
      isIndexed: false,
      scripts: composerScripts,
    },
  )
}
