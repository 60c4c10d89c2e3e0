import { shortUser } from '@agora/shared/contracts/types'
import type { Variant } from '../../conversion/task.ts'
import type { Media } from './schemas.ts'
import type { StoredMedia } from './store.ts'

const uriOf = (id: string, variant: Variant) => `/api/v1/media/${id}/${variant}`

export const mediaView = (media: StoredMedia, owner: { id: string; displayName: string }): Media => ({
  type: 'Media',
  id: media.id,
  ctime: media.createdAt.toISOString(),
  owner: shortUser(owner),
  width: media.width,
  height: media.height,
  bytes: media.bytes,
  is_animated: media.isAnimated,
  uri: uriOf(media.id, 'full'),
  thumbnail_uri: uriOf(media.id, 'thumbnail'),
})
