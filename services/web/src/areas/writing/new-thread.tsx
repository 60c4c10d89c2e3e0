import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import { sendOnce } from '../../http/sent.ts'
import type { Visit } from '../../http/visit.ts'
import { Input } from '../../view/fields.tsx'
import { muteIn } from '../../view/mute.tsx'
import { textLinksPath, threadPath } from '../reading/addresses.ts'
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
import { hasTextLinks } from './text-links.ts'

type Section = Schemas['ForumSectionPage']
type Opening = Written & { title: string }

const sectionOf = ({ api }: Visit, section: string): Promise<Section> =>
  must(
    api.GET('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: section }, query: { limit: 0 } },
    }),
  )

export const showNewThread: Reader = async (visit, { section: ref = '' }, { title = '', body }) => {
  const section = await sectionOf(visit, ref)
  // The section's page says why.
  if (!section.self.can_create_thread && (await muteIn(visit, section.id)))
    return redirect(`/sections/${section.key}`)
  if (!section.self.can_create_thread) throw new ApiRefusal(403, 'no thread may be opened')
  return openingPage(visit, section, { ...blank(body), title })
}

export const openThread: Writer = async (visit, { section: ref = '' }, form) => {
  const section = await sectionOf(visit, ref)
  const opening = { ...writtenIn(form), title: form.text('title') }
  const again = await shownAgain(visit, section.id, form, opening)
  if (again) return openingPage(visit, section, again)
  const { value: thread, refusal } = await attempt(
    sendOnce(visit, form, () =>
      must(
        visit.api.POST('/api/v1/forum/sections/{section_ref}', {
          params: { path: { section_ref: section.id }, header: { 'idempotency-key': opening.key } },
          body: { title: opening.title, body: opening.body },
        }),
      ),
    ),
  )
  const isText = hasTextLinks(opening.body, thread?.posts.items[0]?.revisions.last.content?.html)
  return refusal
    ? openingPage(visit, section, refused(opening, refusal, visit))
    : redirect((isText ? textLinksPath : threadPath)(thread))
}

function openingPage(visit: Visit, section: Section, opening: Opening) {
  const { words } = visit
  return page(
    words.compose.newThread,
    <Composer
      visit={visit}
      action={`/sections/${section.key}/new`}
      locale={section.locale}
      written={opening}
      send={words.compose.open}
      before={
        <Input
          name="title"
          label={words.fields.title}
          value={opening.title}
          most={128}
          locale={section.locale}
          isRequired
        />
      }
    />,
    {
      problem: opening.problem,
      crumbs: crumbsTo(visit, section, true),
      isIndexed: false,
      scripts: composerScripts,
    },
  )
}
