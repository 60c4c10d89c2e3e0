import { described, text } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const ExportBody = Type.Object(
  { current_password: Type.Optional(described(text(0, 1024), 'The member’s password.')) },
  { examples: [{ current_password: 'a long password' }] },
)
export type ExportBody = Static<typeof ExportBody>
