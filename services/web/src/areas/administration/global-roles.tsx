import { ApiRefusal, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import { fresh } from '../../http/shared-answers.ts'
import type { Visit } from '../../http/visit.ts'
import { ChooseMember, memberIn, type Naming, namingProblem, unnamed } from '../../view/choose-member.tsx'
import { FormProblem, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { Action, FormToken, MemberLink, Notice } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

const listed = '/administration/roles'

interface Written {
  naming?: Naming
  problem?: Problem
}

export const showGlobalRoles: Reader = async (visit) => rolesPage(visit, {})

/** Grants or revokes the role of a moderator of the whole forum. */
export const changeGlobalRole: Writer = async (visit, _params, form) => {
  const { api } = visit
  const name = form.text('name')
  const { value: found, refusal: unfound } = await attempt(memberIn(visit, form))
  if (unfound)
    return rolesPage(visit, { naming: { name, choices: [] }, problem: namingProblem(unfound, visit) })
  if ('naming' in found) return rolesPage(visit, found)
  const body = { user: { type: 'User' as const, id: found.id }, role: 'GlobalModerator' as const }
  const change = () =>
    form.text('act') === 'revoke'
      ? must(api.DELETE('/api/v1/forum/role_grants', { body }))
      : must(api.POST('/api/v1/forum/role_grants', { body }))
  const changing = confirmSelf(visit, form).then(change)
  const { refusal } = await attempt(changing.catch(toldOfTheField))
  if (!refusal) return redirect(`${listed}?done=1`)
  const naming = { name, choices: [], chosen: found.id }
  return rolesPage(visit, { naming, problem: namingProblem(refusal, visit) })
}

/** An unknown name is a problem of the field, not a missing page. */
function toldOfTheField(error: unknown): never {
  if (error instanceof ApiRefusal && error.status === 404) throw new ApiRefusal(422, error.message)
  throw error
}

async function rolesPage(visit: Visit, { naming = unnamed, problem }: Written) {
  const { words, query } = visit
  const staff = await must(visit.api.GET('/api/v1/users/staff', fresh))
  const holders = staff.items.filter(({ roles }) => roles.some(({ role }) => role === 'GlobalModerator'))
  const { globalRoles: own } = words.administration
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('done') && !problem && (
        <Notice kind="good">
          <p>{words.account.saved}</p>
        </Notice>
      )}
      <ul class="people">
        {holders.map(({ user }) => (
          <li>
            <MemberLink user={user} />
            <Action visit={visit} to={listed} fields={{ member: user.id, act: 'revoke' }}>
              {words.roleGrants.revoke}
            </Action>
          </li>
        ))}
      </ul>
      <form method="post" action={listed} class="card">
        <FormToken visit={visit} />
        <p>{own.means}</p>
        <FormProblem problem={problem} />
        <ChooseMember visit={visit} naming={naming} problem={problem} />
        <PasswordAgain words={words} problem={problem} />
        <p class="choices">
          <button name="act" value="grant">
            {words.roleGrants.grant}
          </button>
        </p>
      </form>
      <p>
        {own.seeLog} <a href="/moderation/log">{words.log.title}</a>
      </p>
    </>,
    { status: problem?.status ?? 200 },
  )
}
