import type { Schemas } from '@agora/client'
import { maybe } from '../../api.ts'
import type { Visit } from '../../http/visit.ts'
import type { ShortUser } from '../../view/parts.tsx'
import { SanctionList } from '../../view/sanction-list.tsx'

export type History = Schemas['ForumMemberHistory']

/** What moderators know about a member; undefined for everyone else. */
export const historyOf = ({ api }: Visit, member: string): Promise<History | undefined> =>
  maybe(
    api.GET('/api/v1/forum/users/{user_id}/history', {
      params: { path: { user_id: member }, query: { limit: 20 } },
    }),
  )

interface Props {
  visit: Visit
  user: Pick<ShortUser, 'id'>
  history: History
  /** Where the moderator came from: the scope of new sanctions. */
  section?: string | undefined
}

export function HistoryCard({ visit, user, history, section }: Props) {
  const { words, me } = visit
  const { reports_against: against, posts, sanctions } = history
  const account = `/administration/members/${user.id}`
  const query = section ? `?${new URLSearchParams({ section })}` : ''
  return (
    <section class="card history" aria-labelledby="history-heading">
      <h2 id="history-heading">{words.history.title}</h2>
      <dl class="figures">
        <div>
          <dt>{words.history.posts}</dt>
          <dd>{posts.count}</dd>
        </div>
        <div>
          <dt>{words.history.pending}</dt>
          <dd>{against.pending}</dd>
        </div>
        <div>
          <dt>{words.history.accepted}</dt>
          <dd>{against.resolved}</dd>
        </div>
        <div>
          <dt>{words.history.rejected}</dt>
          <dd>{against.rejected}</dd>
        </div>
      </dl>
      {sanctions.items.length === 0 ? (
        <p class="meta">{words.history.noSanctions}</p>
      ) : (
        <SanctionList visit={visit} sanctions={sanctions.items} />
      )}
      <p class="choices">
        <a class="button quiet" href={`/members/${user.id}/sanction${query}`}>
          {words.sanctions.add}
        </a>
        <a class="button quiet" href={`/members/${user.id}/cleanup`}>
          {words.cleanup.link}
        </a>
        {me?.isAdministrator && (
          <a class="button quiet" href={`/members/${user.id}/ban`}>
            {words.bans.add}
          </a>
        )}
        {me?.isAdministrator && !visit.path.startsWith(account) && (
          <a class="button quiet" href={account}>
            {words.administration.members.account}
          </a>
        )}
      </p>
    </section>
  )
}
