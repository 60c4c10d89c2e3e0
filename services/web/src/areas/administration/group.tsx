import { ApiRefusal, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { readGroups } from '../../lists.ts'
import { ChooseMember, memberIn, type Naming, unnamed } from '../../view/choose-member.tsx'
import { FormProblem, Input, type Problem } from '../../view/fields.tsx'
import { Action, MemberLink, Paging, Rows } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'
import { listed, putGroup } from './groups.tsx'

const PER_PAGE = 50

interface Written {
  /** The group's name as it was typed. */
  name?: string
  naming?: Naming
  problem?: Problem
}

export const showGroup: Reader = (visit, { group = '' }) => groupPage(visit, group, {})

export const renameGroup: Writer = async (visit, { group = '' }, form) => {
  const name = form.text('group_name').trim()
  // Whoever renames a group that is gone does not make it anew.
  await readGroup(visit, group)
  const { refusal } = await attempt(putGroup(visit, group, name))
  if (!refusal) return redirect(`${listed}/${group}`)
  return groupPage(visit, group, { name, problem: problemOf(refusal, visit, { display_name: 'group_name' }) })
}

/** Puts a member into the group, or takes one out. */
export const changeGroupMember: Writer = async (visit, { group = '' }, form) => {
  const { api } = visit
  const found = await memberIn(visit, form)
  if ('naming' in found) return groupPage(visit, group, found)
  const params = { path: { key: group, user_id: found.id } }
  await (form.text('act') === 'remove'
    ? must(api.DELETE('/api/v1/forum/groups/{key}/members/{user_id}', { params }))
    : must(api.PUT('/api/v1/forum/groups/{key}/members/{user_id}', { params })))
  return redirect(`${listed}/${group}`)
}

export const removeGroup: Writer = async (visit, { group = '' }) => {
  const { refusal } = await attempt(
    must(visit.api.DELETE('/api/v1/forum/groups/{key}', { params: { path: { key: group } } })),
  )
  return refusal ? groupPage(visit, group, { problem: problemOf(refusal, visit) }) : redirect(listed)
}

/** @throws ApiRefusal for an unknown key */
async function readGroup({ api }: Visit, key: string) {
  const group = (await readGroups(api)).find((one) => one.key === key)
  if (!group) throw new ApiRefusal(404, 'group not found')
  return group
}

async function groupPage(visit: Visit, key: string, { name, naming = unnamed, problem }: Written) {
  const beside = problem?.field === undefined ? undefined : problem
  const { api, words, query } = visit
  const { groups: own, sections } = words.administration
  const current = pageNumber(query)
  const page = { offset: (current - 1) * PER_PAGE, limit: PER_PAGE }
  const params = { path: { key }, query: page }
  const group = await readGroup(visit, key)
  const members = await must(api.GET('/api/v1/forum/groups/{key}/members', { params }))
  const path = `${listed}/${key}`
  return administrationPage(
    visit,
    group.display_name,
    <>
      <FormProblem problem={problem} />
      <Rows items={members.items} none={own.nobody} class="people">
        {(user) => (
          <li>
            <MemberLink user={user} />
            <Action visit={visit} to={`${path}/members`} fields={{ member: user.id, act: 'remove' }}>
              {own.remove}
            </Action>
          </li>
        )}
      </Rows>
      <Paging visit={visit} path={path} count={members.count} size={PER_PAGE} current={current} />
      <PostForm visit={visit} to={`${path}/members`} class="card narrow" problem={beside}>
        <ChooseMember visit={visit} naming={naming} />
        <p class="choices">
          <button name="act" value="add">
            {own.put}
          </button>
        </p>
      </PostForm>
      <PostForm visit={visit} to={path} class="card narrow" problem={beside}>
        <Input
          name="group_name"
          label={sections.name}
          value={name ?? group.display_name}
          isRequired
          maxLength={128}
        />
        <p class="choices">
          <button>{words.compose.save}</button>
        </p>
      </PostForm>
      <Action visit={visit} to={`${path}/delete`}>
        {own.delete}
      </Action>
    </>,
    { crumbs: [{ href: listed, name: own.title }], problem },
  )
}
