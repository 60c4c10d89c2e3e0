import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { FormToken, nameOf } from '../../view/parts.tsx'
import { memberPath } from './places.ts'

interface Props {
  visit: Visit
  user: Schemas['User']
  problemIn: (part: 'administrator' | 'password' | 'erase') => Problem | undefined
}

/** What an administrator does to another's account; nothing to another administrator's but taking the role. */
export function MemberPower({ visit, user, problemIn }: Props) {
  const { words } = visit
  const { members: own } = words.administration
  return (
    <>
      <form method="post" action={`${memberPath(user.id)}/administrator`} class="card" id="administrator">
        <h2>{own.administrator}</h2>
        <FormToken visit={visit} />
        <p class="hint">{user.is_administrator ? own.revokeMeans : own.nameMeans}</p>
        <FormProblem problem={problemIn('administrator')} />
        <PasswordAgain words={words} scope="administrator" problem={problemIn('administrator')} />
        <button class="quiet" name="act" value={user.is_administrator ? 'revoke' : 'name'}>
          {user.is_administrator ? own.revoke : own.name_}
        </button>
      </form>
      {user.is_administrator ? (
        <p class="meta">{own.untouchable}</p>
      ) : (
        <>
          <form method="post" action={`${memberPath(user.id)}/password`} class="card">
            <h2>{own.password}</h2>
            <FormToken visit={visit} />
            <p class="hint">{own.passwordMeans}</p>
            <FormProblem problem={problemIn('password')} />
            <Input
              name="new_password"
              type="password"
              label={own.newPassword}
              isRequired
              minLength={8}
              maxLength={256}
              autocomplete="new-password"
              problem={problemIn('password')}
            />
            <PasswordAgain words={words} scope="password" problem={problemIn('password')} />
            <button class="quiet">{own.setPassword}</button>
          </form>
          <form method="post" action={`${memberPath(user.id)}/erase`} class="card">
            <h2>{own.erase}</h2>
            <FormToken visit={visit} />
            <p class="hint">{own.eraseMeans}</p>
            <FormProblem problem={problemIn('erase')} />
            <p class="check">
              <input type="checkbox" id="is_sure" name="is_sure" required />
              <label for="is_sure">{own.eraseSure(nameOf(user))}</label>
            </p>
            <PasswordAgain words={words} scope="erase" problem={problemIn('erase')} />
            <button class="quiet alarm">{own.erase}</button>
          </form>
        </>
      )}
    </>
  )
}
