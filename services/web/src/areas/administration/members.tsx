import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber } from '../../http/visit.ts'
import { Check, Input } from '../../view/fields.tsx'
import { Avatar, Empty, nameOf, Paging } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

const PER_PAGE = 25

export const showMembers: Reader = async (visit) => {
  const { api, words, query } = visit
  const { members: own } = words.administration
  const name = query.get('name')?.trim() ?? ''
  const isBanned = query.has('banned')
  const current = pageNumber(query)
  const { value: found, refusal } = await attempt(
    must(
      api.GET('/api/v1/users', {
        params: {
          query: {
            ...(name === '' ? {} : { name }),
            ...(isBanned ? { banned: true } : {}),
            offset: (current - 1) * PER_PAGE,
            limit: PER_PAGE,
          },
        },
      }),
    ),
  )
  const problem =
    refusal &&
    (refusal.status === 422 ? { field: 'name', status: 422, text: own.tooShort } : problemOf(refusal, visit))
  const kept = new URLSearchParams({ name, ...(isBanned ? { banned: 'on' } : {}) })
  return administrationPage(
    visit,
    own.title,
    <>
      <search>
        <form method="get" action="/administration/members" class="card">
          <div class="filter wide">
            <Input name="name" type="search" label={own.name} value={name} maxLength={64} problem={problem} />
            <Check name="banned" label={own.banned} isChecked={isBanned} />
            <button>{words.search.find}</button>
          </div>
        </form>
      </search>
      {found?.items.length === 0 && <Empty>{own.none}</Empty>}
      {found && found.items.length > 0 && (
        <>
          <p class="meta facts" role="status">
            {own.found(found.count)}
          </p>
          <ul class="rows">
            {found.items.map((user) => (
              <li class="row one">
                <a class="person" href={`/administration/members/${user.id}`}>
                  <Avatar id={user.id} name={nameOf(user)} size="small" />
                  <bdi>{nameOf(user)}</bdi>
                </a>
              </li>
            ))}
          </ul>
          <Paging
            visit={visit}
            path={`/administration/members?${kept}`}
            count={found.count}
            size={PER_PAGE}
            current={current}
          />
        </>
      )}
    </>,
    { status: problem?.status ?? 200 },
  )
}
