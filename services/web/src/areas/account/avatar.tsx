import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { Avatar } from '../../view/parts.tsx'
import { PictureForm } from '../../view/picture-form.tsx'

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

/** By what others see the member. */
export const OwnAvatar = ({ visit, id, isChosen, problem }: AvatarProps) => {
  const { account } = visit.words
  return (
    <PictureForm
      visit={visit}
      id="avatar"
      title={account.avatar}
      current={<Avatar id={id} name={visit.me?.name ?? ''} size="large" />}
      hint={account.avatarHint}
      to="/pictures/avatar"
      removal={isChosen ? '/account/avatar/remove' : undefined}
      words={{ show: account.showAvatar, remove: account.removeAvatar }}
      problem={problem}
    />
  )
}
