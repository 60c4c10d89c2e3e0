import { described, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const DeleteUserBody = Type.Object(
  {
    current_password: Type.Optional(
      described(
        text(0, 1024),
        'The member’s password; an administrator who deletes another’s account needs none.',
      ),
    ),
  },
  { examples: [{ current_password: 'a long password' }] },
)
export type DeleteUserBody = Static<typeof DeleteUserBody>
