import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { Avatar, Dots, Time } from '../../view/parts.tsx'
import { HistoryCard, historyOf } from '../moderation/member-history.tsx'

export const showMember: Reader = async (visit, { member: id = '' }) => {
  const { api, words, me } = visit
  const user = await must(api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: id } } }))
  const name = user.display_name.current.value
  const isSelf = me?.id === user.id
  const history = me && !isSelf ? await historyOf(visit, user.id) : undefined
  return page(
    name,
    <>
      <div class="profile">
        <Avatar id={user.id} name={name} size="large" />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p class="meta">
            <Dots>
              {user.is_administrator && <span class="badge">{words.roles.Administrator}</span>}
              <>
                {words.member.since} <Time visit={visit} time={user.created_at} />
              </>
            </Dots>
          </p>
        </div>
      </div>
      {history && <HistoryCard visit={visit} user={user} history={history} />}
    </>,
    { isOwnHeading: true, canonical: `/members/${user.id}`, moderates: history !== undefined },
  )
}
