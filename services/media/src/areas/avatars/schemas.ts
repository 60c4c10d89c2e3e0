import type { Readable } from 'node:stream'
import { described, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { avatarSizes } from '../../conversion/task.ts'

export const AvatarPath = Type.Object({ user_id: Type.String({ description: 'Id of the member.' }) })

export const AvatarQuery = Type.Object({
  size: Type.Enum(avatarSizes.map(String), { default: '96', description: 'Pixels a side.' }),
})

export const AvatarBody = Type.Object(
  { media: described(Uuid, 'Id of a picture of the member’s, or of the caller’s own.') },
  { examples: [{ media: '01890000-0000-7000-8000-000000000001' }] },
)
export type AvatarBody = Static<typeof AvatarBody>

export const Avatar = Type.Unsafe<Readable | string>({
  type: 'string',
  contentMediaType: 'image/*',
  description: 'WebP, or SVG where one is drawn.',
})
