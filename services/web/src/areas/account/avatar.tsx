import type { Visit } from '../../http/visit.ts'
import { Field, FormProblem, type Problem } from '../../view/fields.tsx'
import { Action, Avatar, FormToken } from '../../view/parts.tsx'
import { PICTURE_TYPES } from '../writing/pictures.tsx'

/** Whether the member has chosen a picture; undefined while pictures are away. */
export async function hasAvatar({ ask, me }: Visit): Promise<boolean | undefined> {
  const { ok, headers } = await ask({ method: 'HEAD', path: `/api/v1/users/${me?.id}/avatar` })
  return ok ? headers.get('content-type') === 'image/webp' : undefined
}

interface AvatarProps {
  visit: Visit
  id: string
  isChosen: boolean
  problem: Problem | undefined
}

/** By what others see the member: with or without scripts, a form with a file. */
export const OwnAvatar = ({ visit, id, isChosen, problem }: AvatarProps) => {
  const { account } = visit.words
  return (
    <section class="card" id="avatar">
      <h2>{account.avatar}</h2>
      <div class="own-avatar">
        <Avatar id={id} name={visit.me?.name ?? ''} size="large" />
        <div>
          <form method="post" action="/pictures/avatar" enctype="multipart/form-data">
            <FormToken visit={visit} />
            <FormProblem problem={problem} />
            <Field name="picture" label={account.newAvatar} hint={account.avatarHint} problem={problem}>
              {(attributes) => <input {...attributes} type="file" accept={PICTURE_TYPES} required />}
            </Field>
            <button>{account.showAvatar}</button>
          </form>
          {isChosen && (
            <Action visit={visit} to="/account/avatar/remove">
              {account.removeAvatar}
            </Action>
          )}
        </div>
      </div>
    </section>
  )
}
