import type { Readable } from 'node:stream'
import { described, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const Media = Type.Object({
  type: Type.Literal('Media'),
  id: described(Uuid, 'The picture’s id.'),
  ctime: described(Timestamp, 'When it was sent.'),
  owner: described(ShortUser, 'Who has sent it.'),
  width: Type.Integer({ description: 'Of the variant `full`, in pixels.' }),
  height: Type.Integer({ description: 'Of the variant `full`, in pixels.' }),
  bytes: Type.Integer({ description: 'The size of the variant `full`.' }),
  is_animated: Type.Boolean({ description: 'Whether it has several frames.' }),
  uri: Type.String({ description: 'The path of the variant `full`, of 2,048 pixels a side at most.' }),
  thumbnail_uri: Type.String({
    description: 'The path of the variant `thumbnail`, of 320 pixels a side at most.',
  }),
})
export type Media = Static<typeof Media>

export const DraftedMedia = Type.Object({
  kept_until: described(Timestamp, 'It is kept at least until then, whether or not anything shows it.'),
})
export type DraftedMedia = Static<typeof DraftedMedia>

const id = Type.String({ description: 'Id of the picture.' })
export const MediaPath = Type.Object({ id })
export type MediaPath = Static<typeof MediaPath>
export const VariantPath = Type.Object({
  id,
  variant: Type.String({
    description:
      '`full` or `thumbnail`; of the site’s logo and icon `icon-64` and `icon-180`, squares, besides.',
  }),
})
export type VariantPath = Static<typeof VariantPath>

export const Picture = Type.Unsafe<Readable>({
  type: 'string',
  contentMediaType: 'image/webp',
  description: 'The picture as WebP; an icon as PNG.',
})

export const Nothing = Type.Object({}, { description: 'Nothing.' })
