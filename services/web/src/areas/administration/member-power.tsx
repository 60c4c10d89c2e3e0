import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Check, NewPassword, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { nameOf } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
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
      <PostForm
        visit={visit}
        to={`${memberPath(user.id)}/administrator`}
        id="administrator"
        heading={own.administrator}
        problem={problemIn('administrator')}
      >
        <p class="hint">{user.is_administrator ? own.revokeMeans : own.nameMeans}</p>
        <PasswordAgain words={words} scope="administrator" />
        <button class="quiet" name="act" value={user.is_administrator ? 'revoke' : 'name'}>
          {user.is_administrator ? own.revoke : own.name_}
        </button>
      </PostForm>
      {user.is_administrator ? (
        <p class="meta">{own.untouchable}</p>
      ) : (
        <>
          <PostForm
            visit={visit}
            to={`${memberPath(user.id)}/password`}
            heading={own.password}
            problem={problemIn('password')}
          >
            <p class="hint">{own.passwordMeans}</p>
            <NewPassword name="new_password" label={own.newPassword} />
            <PasswordAgain words={words} scope="password" />
            <button class="quiet">{own.setPassword}</button>
          </PostForm>
          <PostForm
            visit={visit}
            to={`${memberPath(user.id)}/erase`}
            heading={own.erase}
            problem={problemIn('erase')}
          >
            <p class="hint">{own.eraseMeans}</p>
            <Check name="is_sure" label={own.eraseSure(nameOf(user))} isRequired />
            <PasswordAgain words={words} scope="erase" />
            <button class="quiet alarm">{own.erase}</button>
          </PostForm>
        </>
      )}
    </>
  )
}
