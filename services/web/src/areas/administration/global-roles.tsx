import { ApiRefusal, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, type Problem } from '../../view/fields.tsx'
import { FormToken, Notice } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

const listed = '/administration/roles'

interface Written {
  username?: string
  problem?: Problem
}

export const showGlobalRoles: Reader = async (visit) => rolesPage(visit, {})

/** Grants or revokes the role of a moderator of the whole forum. The API does not list who has it: the log does. */
export const changeGlobalRole: Writer = async (visit, _params, form) => {
  const { api, words } = visit
  const username = form.text('username').trim().toLowerCase()
  const body = { user: { type: 'User' as const, username }, role: 'GlobalModerator' as const }
  const changing =
    form.text('act') === 'revoke'
      ? must(api.DELETE('/api/v1/forum/role_grants', { body }))
      : must(api.POST('/api/v1/forum/role_grants', { body }))
  const { refusal } = await attempt(changing.catch(toldOfTheField))
  if (!refusal) return redirect(`${listed}?done=1`)
  const fields = { username: 'username', 'target grantee user not found': 'username' }
  return rolesPage(visit, { username, problem: problemOf(refusal, words, fields) })
}

/** An unknown name is a problem of the field, not a missing page. */
function toldOfTheField(error: unknown): never {
  if (error instanceof ApiRefusal && error.status === 404) throw new ApiRefusal(422, error.message)
  throw error
}

function rolesPage(visit: Visit, { username, problem }: Written) {
  const { words, query } = visit
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
      <form method="post" action={listed} class="card">
        <FormToken visit={visit} />
        <p>{own.means}</p>
        <FormProblem problem={problem} />
        <Input
          name="username"
          label={words.fields.username}
          hint={words.roleGrants.hint}
          value={username}
          isRequired
          maxLength={32}
          problem={problem}
        />
        <p class="choices">
          <button name="act" value="grant">
            {words.roleGrants.grant}
          </button>
          <button name="act" value="revoke" class="quiet">
            {words.roleGrants.revoke}
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
