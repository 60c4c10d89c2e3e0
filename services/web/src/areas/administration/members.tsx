import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, RefusedForm, Select } from '../../view/fields.tsx'
import { Avatar, Day, Done, Empty, nameOf, Time } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

const PER_PAGE = 25
const listed = '/administration/members'

const roles = ['Administrator', 'GlobalModerator', 'Moderator'] as const
const states = ['Active', 'Banned'] as const
const sorts = ['Newest', 'Name', 'LastSeen'] as const

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given)

export const showMembers: Reader = async (visit) => {
  const { api, words, query } = visit
  const { members: own } = words.administration
  const name = query.get('name')?.trim() ?? ''
  const role = oneOf(roles, query.get('role'))
  const state = oneOf(states, query.get('state'))
  const sort = oneOf(sorts, query.get('sort')) ?? 'Newest'
  const after = query.get('after') ?? undefined
  const { value: found, refusal } = await attempt(
    must(
      api.GET('/api/v1/users/accounts', {
        params: {
          query: {
            ...(name === '' ? {} : { name }),
            ...(role && { role }),
            ...(state && { state }),
            ...(after === undefined ? {} : { after }),
            sort,
            limit: PER_PAGE,
          },
        },
      }),
    ),
  )
  const problem =
    refusal &&
    (refusal.status === 422 ? { field: 'name', status: 422, text: own.tooShort } : problemOf(refusal, visit))
  const here = new URLSearchParams({ name, role: role ?? '', state: state ?? '', sort })
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('erased') && <Done>{own.erased}</Done>}
      <search>
        <form method="get" action={listed} class="card">
          <div class="filter wide">
            <RefusedForm.Provider value={problem}>
              <Input name="name" type="search" label={own.name} value={name} maxLength={254} />
            </RefusedForm.Provider>
            <Select
              name="role"
              label={own.role}
              value={role}
              options={[['', own.anyRole], ...roles.map((one) => [one, words.roles[one]] as const)]}
            />
            <Select
              name="state"
              label={own.state}
              value={state}
              options={[['', own.anyState], ...states.map((one) => [one, own.states[one]] as const)]}
            />
            <Select
              name="sort"
              label={own.sort}
              value={sort}
              options={sorts.map((one) => [one, own.sorts[one]] as const)}
            />
            <button>{words.search.find}</button>
          </div>
        </form>
      </search>
      {found?.items.length === 0 && <Empty>{own.none}</Empty>}
      {found && found.items.length > 0 && <Table visit={visit} accounts={found.items} />}
      {found && (after !== undefined || found.next !== null) && (
        <nav class="paging" aria-label={words.paging.label}>
          {after !== undefined && <a href={`${listed}?${here}`}>{own.first}</a>}
          {found.next !== null && (
            <a rel="next" href={`${listed}?${here}&after=${encodeURIComponent(found.next)}`}>
              <span>{own.next}</span> <span aria-hidden="true">→</span>
            </a>
          )}
        </nav>
      )}
    </>,
    { problem },
  )
}

type Account = Schemas['ListedAccount']

function Table({ visit, accounts }: { visit: Visit; accounts: readonly Account[] }) {
  const { members: own } = visit.words.administration
  return (
    <section class="card scroll" tabindex={0} aria-label={own.table}>
      <table class="members">
        <thead>
          <tr>
            <th scope="col">{own.member}</th>
            <th scope="col">{own.addresses}</th>
            <th scope="col">{own.role}</th>
            <th scope="col">{own.joined}</th>
            <th scope="col">{own.seen}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Row visit={visit} account={account} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ visit, account }: { visit: Visit; account: Account }) {
  const { words } = visit
  const { members: own } = words.administration
  const { user, username, emails, state, created_at, last_seen_at } = account
  const held = new Set(account.roles.map(({ role }) => words.roles[role as keyof typeof words.roles] ?? role))
  return (
    <tr>
      <th scope="row">
        <a class="person" href={`${listed}/${user.id}`}>
          <Avatar id={user.id} name={nameOf(user)} size="small" />
          <span>
            <bdi>{nameOf(user)}</bdi> <span class="meta">{username}</span>
          </span>
        </a>
      </th>
      <td>
        {emails.map((email) => (
          <div>
            <bdi>{email}</bdi>
          </div>
        ))}
      </td>
      <td>
        {[...held].join(', ')} {state === 'Banned' && <span class="badge alarm">{own.states.Banned}</span>}
      </td>
      <td data-label={own.joined}>
        <Day visit={visit} time={created_at} />
      </td>
      <td data-label={own.seen}>
        {last_seen_at === null ? own.never : <Time visit={visit} time={last_seen_at} />}
      </td>
    </tr>
  )
}
