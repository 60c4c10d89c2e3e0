import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Dots, Empty, MemberLink, Paging, Time } from '../../view/parts.tsx'
import {
  chosenSection,
  Filter,
  ModerationTabs,
  moderationCrumbs,
  nameOfSection,
  type Scope,
  scopeOf,
} from './scope.tsx'

const PER_PAGE = 50
const uuid = /^[0-9a-f-]{36}$/i

export const showLog: Reader = async (visit) => {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const section = chosenSection(visit, scope, scope.isAdministrator)
  const asked = query.get('actor') ?? ''
  const actor = uuid.test(asked) ? asked : undefined
  const current = pageNumber(query)
  const log = await must(
    api.GET('/api/v1/forum/moderation_log', {
      params: {
        query: {
          ...(section ? { section } : {}),
          ...(actor ? { actor } : {}),
          offset: (current - 1) * PER_PAGE,
          limit: PER_PAGE,
        },
      },
    }),
  )
  const kept = new URLSearchParams({ ...(section ? { section } : {}), ...(actor ? { actor } : {}) })
  return page(
    words.log.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      <Filter visit={visit} scope={scope} section={section} hasAll={scope.isAdministrator}>
        {actor && <input type="hidden" name="actor" value={actor} />}
      </Filter>
      {actor && (
        <p class="meta">
          {words.log.ofOne} <a href="/moderation/log">{words.log.ofAll}</a>
        </p>
      )}
      {log.items.length === 0 ? (
        <Empty>{words.log.none}</Empty>
      ) : (
        <ol class="log">
          {log.items.map((event) => (
            <Entry visit={visit} event={event} scope={scope} />
          ))}
        </ol>
      )}
      <Paging
        visit={visit}
        path={`/moderation/log?${kept}`}
        count={log.count}
        size={PER_PAGE}
        current={current}
      />
    </>,
    { crumbs: moderationCrumbs(visit), isIndexed: false, moderates: true },
  )
}

function Entry({
  visit,
  event,
  scope,
}: {
  visit: Visit
  event: Schemas['ForumModerationEvent']
  scope: Scope
}) {
  const { words } = visit
  const { actor, action, target_user: target, thread, post, section, comment, ctime } = event
  const place = post !== null ? `/posts/${post}` : thread !== null ? `/threads/${thread}` : undefined
  const { title, role } = event.data as { title?: string; role?: keyof typeof words.roles }
  return (
    <li>
      <p>
        <MemberLink user={actor} /> {words.log.actions[action]}
        {target && (
          <>
            {' '}
            – <MemberLink user={target} />
          </>
        )}
        {title && <> “{title}”</>}
        {role && <> ({words.roles[role] ?? role})</>}
      </p>
      {comment !== null && <p class="said">“{comment}”</p>}
      <p class="meta">
        <Dots>
          <Time visit={visit} time={ctime} />
          {nameOfSection(scope, section)}
          {place && <a href={place}>{words.log.show}</a>}
          <a href={`/moderation/log?actor=${actor.id}`}>{words.log.byThis}</a>
        </Dots>
      </p>
    </li>
  )
}
