import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { fresh } from '../../http/shared-answers.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections, sectionIn } from '../../lists.ts'
import { ChooseMember, memberIn, type Naming, namingProblem, unnamed } from '../../view/choose-member.tsx'
import { PasswordAgain, type Problem, Select } from '../../view/fields.tsx'
import { Action, Done, MemberLink, SectionName } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'

const listed = '/administration/roles'
const roles = ['Moderator', 'GlobalModerator', 'Administrator'] as const
type Role = (typeof roles)[number]

interface Written {
  naming?: Naming
  role?: Role
  section?: string
  problem?: Problem
}

export const showPowers: Reader = async (visit) => powersPage(visit, {})

const roleIn = (form: Form): Role => roles.find((one) => one === form.text('role')) ?? 'GlobalModerator'

/** Gives a role to whom the form names. */
export const givePower: Writer = async (visit, _params, form) => {
  const { words } = visit
  const name = form.text('name')
  const chosen = { role: roleIn(form), section: form.text('section') }
  const found = await memberIn(visit, form)
  if ('naming' in found) return powersPage(visit, { ...chosen, ...found })
  const naming = { name, choices: [], chosen: found.id }
  if (chosen.role === 'Moderator' && chosen.section === '') {
    const problem = { field: 'section', status: 422, text: words.administration.powers.needsSection }
    return powersPage(visit, { ...chosen, naming, problem })
  }
  const change = () => give(visit, found.id, chosen)
  const { refusal } = await attempt(confirmSelf(visit, form).then(change).catch(toldOfTheField))
  if (!refusal) return redirect(`${listed}?done=1`)
  return powersPage(visit, { ...chosen, naming, problem: namingProblem(refusal, visit) })
}

const grantOf = (id: string, { role, section }: { role: Role; section: string }) => ({
  user: { type: 'User' as const, id },
  role,
  ...(role === 'Moderator' ? { section: { type: 'ForumSection' as const, id: section } } : {}),
})

const give = ({ api }: Visit, id: string, chosen: { role: Role; section: string }) =>
  chosen.role === 'Administrator'
    ? must(api.PUT('/api/v1/users/{user_id}/administrator', { params: { path: { user_id: id } } }))
    : must(api.POST('/api/v1/forum/role_grants', { body: grantOf(id, chosen) }))

/** Takes a role of the forum; an administrator's is taken on the page of their account. */
export const revokePower: Writer = async (visit, _params, form) => {
  const body = grantOf(form.text('member'), { role: roleIn(form), section: form.text('section') })
  const { refusal } = await attempt(
    must(visit.api.DELETE('/api/v1/forum/role_grants', { body })).catch(toldOfTheField),
  )
  return refusal ? powersPage(visit, { problem: problemOf(refusal, visit) }) : redirect(`${listed}?done=1`)
}

/** An unknown name is a problem of the field, not a missing page. */
function toldOfTheField(error: unknown): never {
  if (error instanceof ApiRefusal && error.status === 404) throw new ApiRefusal(422, error.message)
  throw error
}

async function powersPage(visit: Visit, { naming = unnamed, role, section, problem }: Written) {
  const { api, words, query } = visit
  const { powers: own } = words.administration
  const [staff, sections] = await Promise.all([
    must(api.GET('/api/v1/users/staff', { params: { query: { closed: true } }, ...fresh })),
    readSections(api),
  ])
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('done') && !problem && <Done>{words.account.saved}</Done>}
      <Holders visit={visit} staff={staff} sections={sections} />
      <PostForm visit={visit} to={listed} id="give" heading={own.give} problem={problem}>
        {roles.map((one) => (
          <p class="hint">{own.means[one]}</p>
        ))}
        <ChooseMember visit={visit} naming={naming} />
        <Select
          name="role"
          label={own.role}
          value={role ?? 'Moderator'}
          options={roles.map((one) => [one, words.roles[one]] as const)}
        />
        <Select
          name="section"
          label={own.in}
          value={section}
          options={[
            ['', own.noSection],
            ...sections.map(({ id, display_name }) => [id, display_name] as const),
          ]}
        />
        <PasswordAgain words={words} />
        <p class="choices">
          <button>{own.give}</button>
        </p>
      </PostForm>
      <p>
        {own.seeLog} <a href="/moderation/log">{words.log.title}</a>
      </p>
    </>,
    { problem },
  )
}

interface HoldersProps {
  visit: Visit
  staff: Schemas['Staff']
  sections: readonly Schemas['ForumSection'][]
}

/** Everybody who holds a role, each role by itself. */
function Holders({ visit, staff, sections }: HoldersProps) {
  const { words } = visit
  const { powers: own } = words.administration
  return (
    <section class="card scroll" tabindex={0} aria-label={own.holders}>
      <table class="members">
        <thead>
          <tr>
            <th scope="col">{own.holder}</th>
            <th scope="col">{own.role}</th>
            <th scope="col">{own.where}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          {staff.items.flatMap(({ user, roles: held }) =>
            held.map(({ role, section }) => {
              const where = sectionIn(sections, section?.id)
              return (
                <tr>
                  <th scope="row">
                    <MemberLink user={user} />
                  </th>
                  <td>{words.roles[role as Role] ?? role}</td>
                  <td>
                    {section === null ? own.everywhere : where ? <SectionName section={where} /> : own.gone}
                  </td>
                  <td>
                    {role === 'Administrator' ? (
                      <a href={`/administration/members/${user.id}#administrator`}>{own.change}</a>
                    ) : (
                      <Action
                        visit={visit}
                        to={`${listed}/revoke`}
                        fields={{ member: user.id, role, section: section?.id ?? '' }}
                      >
                        {words.roleGrants.revoke}
                      </Action>
                    )}
                  </td>
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </section>
  )
}
