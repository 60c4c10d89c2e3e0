import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { ChooseMember, memberIn, type Naming, namingProblem, unnamed } from '../../view/choose-member.tsx'
import { FormProblem, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { Action, Day, MemberLink, Meta, Rows } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { crumbsTo } from '../reading/crumbs.ts'

interface Written {
  naming?: Naming
  problem?: Problem
}

export const showRoles: Reader = (visit, { section = '' }) => rolesPage(visit, section, {})

export const grant: Writer = async (visit, { section = '' }, form) => {
  const name = form.text('name')
  const found = await memberIn(visit, form)
  if ('naming' in found) return rolesPage(visit, section, found)
  const give = () =>
    must(
      visit.api.POST('/api/v1/forum/sections/{section_ref}/role_grants', {
        params: { path: { section_ref: section } },
        body: { type: 'User', id: found.id },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(give))
  if (!refusal) return redirect(`/sections/${section}/roles`)
  const naming = { name, choices: [], chosen: found.id }
  return rolesPage(visit, section, { naming, problem: namingProblem(refusal, visit) })
}

export const revoke: Writer = async (visit, { section = '' }, form) => {
  const { refusal } = await attempt(
    must(
      visit.api.DELETE('/api/v1/forum/sections/{section_ref}/role_grants', {
        params: { path: { section_ref: section } },
        body: { type: 'User', id: form.text('user') },
      }),
    ),
  )
  if (!refusal) return redirect(`/sections/${section}/roles`)
  return rolesPage(visit, section, { problem: problemOf(refusal, visit) })
}

async function rolesPage(visit: Visit, ref: string, { naming = unnamed, problem }: Written) {
  const { api, words, me } = visit
  const section = await must(
    api.GET('/api/v1/forum/sections/{section_ref}', {
      params: { path: { section_ref: ref }, query: { limit: 0 } },
    }),
  )
  const { roles } = section.self
  const mayGrant = roles.includes('Administrator') || roles.includes('GlobalModerator')
  const grants = section.role_grants
  return page(
    words.roleGrants.title,
    <div class="card">
      <Rows items={grants} none={words.roleGrants.none} class="people">
        {({ user, start_time, granted_by }) => (
          <li>
            <div>
              <MemberLink user={user} />
              <Meta>
                <>
                  {words.roleGrants.since} <Day visit={visit} time={start_time} />
                </>
                <>
                  {words.by} <MemberLink user={granted_by} />
                </>
              </Meta>
            </div>
            {(mayGrant || user.id === me?.id) && (
              <Action visit={visit} to={`/sections/${section.key}/roles/revoke`} fields={{ user: user.id }}>
                {user.id === me?.id ? words.roleGrants.stepDown : words.roleGrants.revoke}
              </Action>
            )}
          </li>
        )}
      </Rows>
      <FormProblem problem={problem} />
      {mayGrant && (
        <PostForm
          visit={visit}
          to={`/sections/${section.key}/roles/grant`}
          class="inline-form"
          problem={problem?.field === undefined ? undefined : problem}
        >
          <ChooseMember visit={visit} naming={naming} />
          <PasswordAgain words={words} />
          <button>{words.roleGrants.grant}</button>
        </PostForm>
      )}
    </div>,
    { problem, crumbs: crumbsTo(visit, section, true), isIndexed: false },
  )
}
